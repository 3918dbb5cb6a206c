// An adapter of opconform for the maxima of .NET: `dotnet run -c Release`, with the name of one of them, or for
// System.Numerics.Tensors.TensorPrimitives.Max.
//
// A child of opconform, which the kit for C# has the conversation with. Nothing but the SDK and System.Numerics.Tensors is used.
// An ArgumentException of the library is a refusal, after which the memory must be as it was.
using System;
using System.Linq;
using System.Numerics.Tensors;
using System.Reflection;
using System.Runtime.Intrinsics;

namespace Opconform;

internal static class Program
{
    private static int Main(string[] arguments)
    {
        string name = arguments.FirstOrDefault() ?? Maximum.TensorPrimitives.Name;
        if (Maximum.Named(name) is { } maximum)
        {
            return Conversation.Hold(new Library(maximum));
        }

        Console.Error.WriteLine($"no maximum of .NET that this adapter calls has the name {name}");
        return 2;
    }
}

/// <summary>A maximum of the library's, with its overloads.</summary>
internal sealed class Library(Maximum maximum) : IImplementation
{
    public About About
    {
        get
        {
            Assembly library = typeof(TensorPrimitives).Assembly;
            string? version = library.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
            return new(
                maximum.Name,
                // Without the commit that follows a plus sign.
                (version ?? $"{library.GetName().Version}").Split('+')[0],
                maximum.Operators,
                ElementTypes.All.Keys.Select(type => type.ToLowerInvariant()),
                [maximum.Profile],
                [.. maximum.Configuration, $"the widest vectors that are hardware-accelerated: {WidestVector()}"]);
        }
    }

    private static string WidestVector() =>
        Vector512.IsHardwareAccelerated ? "Vector512"
        : Vector256.IsHardwareAccelerated ? "Vector256"
        : Vector128.IsHardwareAccelerated ? "Vector128"
        : "none";

    public Tensor Run(Case given) => ElementTypes.Of(given).Run(given, maximum);
}
