using System;
using System.Collections.Generic;
using System.Linq;

namespace Opconform;

/// <summary>An element type: its name in .NET and in a frame.</summary>
internal sealed record ElementType(Type Type, string Frame)
{
    /// <summary>The name that the suite has for it.</summary>
    public string Name => Frame.ToLowerInvariant();

    public int Size => Tensor.Sizes[Frame];

    /// <summary>The types that there are. .NET has a bfloat16 from version 11 on.</summary>
    public static readonly IReadOnlyList<ElementType> All = new (Type? Type, string Frame)[]
    {
        (Type.GetType("System.Numerics.BFloat16"), "BF16"), (typeof(Half), "F16"), (typeof(float), "F32"), (typeof(double), "F64"),
        (typeof(sbyte), "I8"), (typeof(short), "I16"), (typeof(int), "I32"), (typeof(long), "I64"),
        (typeof(byte), "U8"), (typeof(ushort), "U16"), (typeof(uint), "U32"), (typeof(ulong), "U64"), (typeof(bool), "BOOL"),
    }.Where(known => known.Type is not null).Select(known => new ElementType(known.Type!, known.Frame)).ToList();

    /// <exception cref="ArgumentException">The suite has no such type.</exception>
    public static ElementType Of(Type type) =>
        All.FirstOrDefault(known => known.Type == type)
        ?? throw new ArgumentException(
            $"the suite has no {type.Name}: expected {string.Join(", ", All.Select(known => known.Type.Name))}");
}
