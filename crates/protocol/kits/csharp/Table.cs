using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

namespace Opconform;

/// <summary>Functions as ONNX's operators: what meets where is decided here, and each element by a function.</summary>
internal sealed record Table(
    string Name,
    string Version,
    IReadOnlyList<string> Claims,
    bool IsMinimum,
    bool Folds,
    IReadOnlyList<IFunction> Functions) : IImplementation
{
    public About About => new(
        Name,
        Version,
        Functions.Select(OperatorOf).Distinct().Select(name => ("", name)).ToList(),
        Functions.Select(function => function.Type.Name).Distinct(),
        Claims,
        Configuration());

    public Tensor Run(Case given)
    {
        bool isOffered = given.Domain.Length == 0 && Functions.Any(function => OperatorOf(function) == given.Operator);
        if (!isOffered)
        {
            throw new UnsupportedException("there is no such operator here");
        }

        if (given.Inputs.Count == 0)
        {
            throw new RejectedException("no operand, so no type of a result");
        }

        bool isReduction = given.Operator.StartsWith("Reduce", StringComparison.Ordinal);
        // The axes of a reduction are of a type of their own.
        IEnumerable<Tensor> compared = isReduction ? given.Inputs.Take(1) : given.Inputs;
        var found = compared.Select(input => FunctionOf(given.Operator, input.Type)).ToList();
        if (found.Any(function => function != found[0]))
        {
            throw new RejectedException("operands of two types: a function takes one");
        }

        try
        {
            return isReduction ? Reduced(given, found[0]) : Elementwise(given, found[0]);
        }
        catch (Exception lack) when (lack is NotSupportedException or NotImplementedException)
        {
            throw new UnsupportedException(lack.Message);
        }
        catch (ArgumentException refusal)
        {
            throw new RejectedException($"{refusal.GetType().Name}: {refusal.Message}");
        }
    }

    private string OperatorOf(IFunction function) => (function.IsReduction ? "Reduce" : "") + (IsMinimum ? "Min" : "Max");

    private IFunction FunctionOf(string name, string type) =>
        Functions.FirstOrDefault(function => OperatorOf(function) == name && function.Type.Frame == type)
        ?? throw new UnsupportedException($"there is no function of {type.ToLowerInvariant()}");

    private IEnumerable<string> Configuration()
    {
        if (Functions.Any(function => !function.IsReduction))
        {
            yield return "the kit for C# broadcasts the operands before each call";
        }

        if (Folds)
        {
            yield return "Max and Min are left folds";
        }

        if (Functions.Any(function => function.IsReduction))
        {
            yield return "the kit for C# gathers the elements that each call reduces to one";
        }
    }

    private Tensor Elementwise(Case given, IFunction function)
    {
        if (given.Opset < 8)
        {
            throw new UnsupportedException("before operator set 8 it does not broadcast, this adapter does");
        }

        if (!Folds && given.Inputs.Count != 2)
        {
            throw new UnsupportedException("the functions take two operands");
        }

        int[] shape = Shapes.Broadcast(given.Inputs.Select(input => input.Shape).ToList());
        Shapes.Room(shape, function.Type.Size);
        byte[] most = Shapes.Spread(given.Inputs[0], shape);
        for (int next = 1; next < given.Inputs.Count; next++)
        {
            int first = next == 1 ? given.OffsetOf(0) : 0;
            most = function.OfTwo(most, Shapes.Spread(given.Inputs[next], shape), (first, given.OffsetOf(next)));
        }

        return new(function.Type.Frame, shape, most);
    }

    private static Tensor Reduced(Case given, IFunction function)
    {
        var (axes, keeps) = AxesOf(given);
        Tensor operand = given.Inputs[0];
        int[] kept = Enumerable.Range(0, operand.Shape.Length).Except(axes).ToArray();
        int[] shape = keeps
            ? operand.Shape.Select((dim, axis) => axes.Contains(axis) ? 1 : dim).ToArray()
            : kept.Select(axis => operand.Shape[axis]).ToArray();
        int rows = Shapes.Room(shape, function.Type.Size);
        // Where there are no elements, the other dimensions may be of any size.
        if (rows == 0)
        {
            return new(function.Type.Frame, shape, []);
        }

        if (operand.Bytes.Length == 0)
        {
            throw new UnsupportedException("the reductions take one element at least");
        }

        byte[] elements = Shapes.Turned(operand, [.. kept, .. axes.Order()]);
        return new(function.Type.Frame, shape, function.OfRows(elements, rows, elements.Length / function.Type.Size / rows, given.OffsetOf(0)));
    }

    /// <summary>The axes that a reduction reduces, and whether it keeps them with a length of 1.</summary>
    /// <exception cref="RejectedException">The operator's definition does not say.</exception>
    private static (IReadOnlyList<int> Axes, bool Keeps) AxesOf(Case given)
    {
        bool byInput = given.Opset >= 18;
        string[] known = ["keepdims", byInput ? "noop_with_empty_axes" : "axes"];
        if (given.Attributes.EnumerateObject().Select(attribute => attribute.Name).FirstOrDefault(name => !known.Contains(name)) is { } strange)
        {
            throw new RejectedException($"the operator has no attribute {strange}");
        }

        bool keeps = Flag(given, "keepdims", true);
        bool isNoop = Flag(given, "noop_with_empty_axes", false);
        if (given.Inputs.Count > (byInput ? 2 : 1))
        {
            throw new RejectedException("more inputs than the operator has");
        }

        long[] named = given.Inputs.Count == 2 ? Integers(given.Inputs[1]) : Integers(given, "axes");
        if (given.Attributes.TryGetProperty("axes", out _) && named.Length == 0)
        {
            throw new UnsupportedException("before operator set 18 an empty list of axes has no meaning");
        }

        int rank = given.Inputs[0].Shape.Length;
        var axes = named.Select(axis => axis < 0 && given.Opset >= 11 ? axis + rank : axis).ToList();
        if (axes.Any(axis => axis < 0 || axis >= rank) || axes.Distinct().Count() < axes.Count)
        {
            throw new RejectedException($"axes {string.Join(", ", named)} of a tensor of rank {rank}: one is out of range, or is named twice");
        }

        return (axes.Count == 0 && !isNoop ? Enumerable.Range(0, rank).ToList() : axes.ConvertAll(axis => (int)axis), keeps);
    }

    private static bool Flag(Case given, string name, bool otherwise) =>
        !given.Attributes.TryGetProperty(name, out JsonElement found)
            ? otherwise
            : found.ValueKind == JsonValueKind.Number && found.TryGetInt32(out int flag) && flag is 0 or 1
                ? flag == 1
                : throw new RejectedException($"{name} is neither 0 nor 1");

    private static long[] Integers(Case given, string name)
    {
        if (!given.Attributes.TryGetProperty(name, out JsonElement list))
        {
            return [];
        }

        bool IsInteger(JsonElement element) => element.ValueKind == JsonValueKind.Number && element.TryGetInt64(out _);
        return list.ValueKind == JsonValueKind.Array && list.EnumerateArray().All(IsInteger)
            ? list.EnumerateArray().Select(element => element.GetInt64()).ToArray()
            : throw new RejectedException($"{name} is no list of integers");
    }

    private static long[] Integers(Tensor axes) => axes is { Type: "I64", Shape.Length: 1 }
        ? Enumerable.Range(0, axes.Shape[0]).Select(index => BitConverter.ToInt64(axes.Bytes, 8 * index)).ToArray()
        : throw new RejectedException("axes that are no list of i64");
}
