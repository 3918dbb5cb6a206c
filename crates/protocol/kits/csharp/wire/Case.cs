using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;

namespace Opconform;

/// <summary>The library has nothing for what the case asks for.</summary>
internal sealed class UnsupportedException(string reason) : Exception(reason);

/// <summary>The library refused the case, and its destination is as it was.</summary>
internal sealed class RejectedException(string message) : Exception(message);

/// <summary>What the library did is no answer: a refusal after writing, or overloads that differ.</summary>
internal sealed class MalformedException(string message) : Exception(message);

/// <summary>A piece of the memory that a case is about: its first element, and how many there are.</summary>
internal readonly record struct Piece(int Start, int Length)
{
    public Span<T> Of<T>(T[] memory) => memory.AsSpan(Start, Length);

    public bool LiesIn<T>(T[] memory) => Start >= 0 && Length >= 0 && Start <= memory.Length - Length;
}

/// <summary>One case: an operator, and its operands.</summary>
internal sealed record Case(string Domain, string Operator, int Opset, IReadOnlyList<Tensor> Inputs, JsonElement Attributes, JsonElement Offsets)
{
    public static Case Read(JsonElement message, IReadOnlyDictionary<string, Tensor> tensors)
    {
        JsonElement name = message.GetProperty("operator");
        var inputs = new List<Tensor>();
        foreach (JsonElement input in message.GetProperty("inputs").EnumerateArray())
        {
            inputs.Add(tensors[input.GetString()!]);
        }

        return new Case(
            name.GetProperty("domain").GetString()!,
            name.GetProperty("name").GetString()!,
            message.GetProperty("opset").GetInt32(),
            inputs,
            message.GetProperty("attributes"),
            message.TryGetProperty("offsets", out JsonElement offsets) ? offsets : default);
    }

    /// <summary>How many elements past a boundary an operand is to begin; 0 where the case does not say.</summary>
    public int OffsetOf(int input) =>
        Offsets.ValueKind == JsonValueKind.Array && input < Offsets.GetArrayLength()
        && Offsets[input] is { ValueKind: JsonValueKind.Number } found && found.TryGetInt32(out int offset)
            ? Math.Clamp(offset, 0, 63)
            : 0;

    /// <summary>The piece that an attribute says as [start, length].</summary>
    public Piece PieceAt(string attribute)
    {
        int[] integers = Frame.Integers(Attributes.GetProperty(attribute));
        return integers.Length == 2
            ? new Piece(integers[0], integers[1])
            : throw new InvalidDataException($"the attribute {attribute} is not [start, length]");
    }
}
