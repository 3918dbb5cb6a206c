using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Numerics.Tensors;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Opconform;

/// <summary>The overloads of TensorPrimitives over one element type, found by the operator's name.</summary>
internal interface IPrimitives
{
    /// <summary>safetensors' name of the element type.</summary>
    string Type { get; }

    /// <exception cref="RejectedException">The library refused.</exception>
    /// <exception cref="UnsupportedException">There is no such operator.</exception>
    /// <exception cref="MalformedException">It refused after writing, or two overloads differ.</exception>
    Tensor Run(Case given, Maximum maximum);
}

/// <summary>
/// TensorPrimitives.Max and Min: span with span, span with scalar, and reduction. Of float there are overloads of its own
/// for the first and the last; they are run beside the generic ones, and must give the same bits.
/// </summary>
internal sealed class Primitives<T>(string type) : IPrimitives
    where T : unmanaged, INumber<T>
{
    public string Type => type;

    public Tensor Run(Case given, Maximum maximum)
    {
        // What is not offered is not looked at any further.
        Func<Tensor> run = maximum.Operators.Contains((given.Domain, given.Operator))
            ? Offered(given, maximum)
            : throw new UnsupportedException($"{maximum.Name} has no such operator that this adapter calls");
        // The axes of a reduction, its second input, are integers.
        int operands = given is { Domain: "", Operator: "ReduceMax" or "ReduceMin" } ? 1 : given.Inputs.Count;
        return given.Inputs.Take(operands).All(input => input.Type == type)
            ? run()
            : throw new RejectedException("operands of two types: the overloads take one");
    }

    private Func<Tensor> Offered(Case given, Maximum maximum) => (given.Domain, given.Operator) switch
    {
        ("", ("Max" or "Min") and var name) when maximum == Maximum.Tensors => () => Broadcast(given, name == "Max"),
        ("", "ReduceMax" or "ReduceMin") => Rows(given, Of(maximum, given.Operator == "ReduceMax").Reduce),
        ("", var name) => () => Fold(given, Of(maximum, name == "Max")),
        ("dotnet", "SpanMax") => () => Pairs(
            given,
            (x, y, destination) => TensorPrimitives.Max<T>(x, y, destination),
            (x, y, destination) => TensorPrimitives.Max(x, y, destination)),
        ("dotnet", "SpanMin") => () => Pairs(
            given,
            (x, y, destination) => TensorPrimitives.Min<T>(x, y, destination),
            (x, y, destination) => TensorPrimitives.Min(x, y, destination)),
        ("dotnet", "SpanMaxScalar") => () => Scalar(
            given,
            (x, y, destination) => TensorPrimitives.Max<T>(x, y, destination)),
        ("dotnet", "SpanMinScalar") => () => Scalar(
            given,
            (x, y, destination) => TensorPrimitives.Min<T>(x, y, destination)),
        ("dotnet", "SpanMaxReduce") => () => Reduce(
            given,
            x => TensorPrimitives.Max<T>(x),
            x => TensorPrimitives.Max(x)),
        ("dotnet", "SpanMinReduce") => () => Reduce(
            given,
            x => TensorPrimitives.Min<T>(x),
            x => TensorPrimitives.Min(x)),
        _ => throw new UnsupportedException("TensorPrimitives has no such operator that this adapter calls"),
    };

    /// <summary>A function of two spans, and those of a span and a scalar and of a span alone, where there are such.</summary>
    private sealed record Functions(Elementwise<T> Pairs, WithScalar? Scalar = null, Reduction<T>? Reduce = null);

    /// <summary>The functions that a maximum is, or its minimum.</summary>
    private static Functions Of(Maximum maximum, bool greatest) => (maximum.Name, greatest) switch
    {
        ("dotnet-maxnumber", true) => new(
            TensorPrimitives.MaxNumber<T>, TensorPrimitives.MaxNumber<T>, TensorPrimitives.MaxNumber<T>),
        ("dotnet-maxnumber", false) => new(
            TensorPrimitives.MinNumber<T>, TensorPrimitives.MinNumber<T>, TensorPrimitives.MinNumber<T>),
        ("dotnet-maxmagnitude", true) => new(
            TensorPrimitives.MaxMagnitude<T>, TensorPrimitives.MaxMagnitude<T>, TensorPrimitives.MaxMagnitude<T>),
        ("dotnet-maxmagnitude", false) => new(
            TensorPrimitives.MinMagnitude<T>, TensorPrimitives.MinMagnitude<T>, TensorPrimitives.MinMagnitude<T>),
        ("dotnet-maxmagnitudenumber", true) => new(
            TensorPrimitives.MaxMagnitudeNumber<T>,
            TensorPrimitives.MaxMagnitudeNumber<T>,
            TensorPrimitives.MaxMagnitudeNumber<T>),
        ("dotnet-maxmagnitudenumber", false) => new(
            TensorPrimitives.MinMagnitudeNumber<T>,
            TensorPrimitives.MinMagnitudeNumber<T>,
            TensorPrimitives.MinMagnitudeNumber<T>),
        ("dotnet-math-max", _) => new((x, y, destination) => Each(greatest ? T.Max : T.Min, x, y, destination)),
        ("dotnet-t-maxnumber", _) => new(
            (x, y, destination) => Each(greatest ? T.MaxNumber : T.MinNumber, x, y, destination)),
        ("dotnet-t-maxmagnitude", _) => new(
            (x, y, destination) => Each(greatest ? T.MaxMagnitude : T.MinMagnitude, x, y, destination)),
        ("dotnet-vector128-max", true) => new((x, y, destination) => Vectors(Vector128.Max, x, y, destination)),
        ("dotnet-vector128-max", false) => new((x, y, destination) => Vectors(Vector128.Min, x, y, destination)),
#if NET9_0_OR_GREATER
        ("dotnet-maxnative", true) => new((x, y, destination) => Vectors(Vector128.MaxNative, x, y, destination)),
        ("dotnet-maxnative", false) => new((x, y, destination) => Vectors(Vector128.MinNative, x, y, destination)),
#else
        ("dotnet-maxnative", _) => throw new UnsupportedException("MaxNative came with .NET 9"),
#endif
        ("dotnet-enumerable-max", _) => new(
            (x, y, destination) => Each((a, b) => Linq([a, b], greatest), x, y, destination),
            Reduce: x => Linq(x.ToArray(), greatest)),
        ("dotnet-tensor-max", _) => new(
            (_, _, _) => throw new UnsupportedException("of two tensors it broadcasts"),
            Reduce: x => OfTensor(System.Numerics.Tensors.Tensor.Create(x.ToArray(), [(nint)x.Length]), greatest)),
        (_, true) => new(TensorPrimitives.Max<T>),
        (_, false) => new(TensorPrimitives.Min<T>),
    };

    private static T Linq(T[] elements, bool greatest) => greatest ? elements.Max() : elements.Min();

    private static T OfTensor(System.Numerics.Tensors.Tensor<T> elements, bool greatest) => greatest
        ? System.Numerics.Tensors.Tensor.Max<T>(elements)
        : System.Numerics.Tensors.Tensor.Min<T>(elements);

    private delegate void Elementwise<TElement>(
        ReadOnlySpan<TElement> x,
        ReadOnlySpan<TElement> y,
        Span<TElement> destination);

    private delegate void WithScalar(ReadOnlySpan<T> x, T y, Span<T> destination);

    private delegate TElement Reduction<TElement>(ReadOnlySpan<TElement> x);

    /// <summary>A function of two numbers, called for each element.</summary>
    private static void Each(Func<T, T, T> function, ReadOnlySpan<T> x, ReadOnlySpan<T> y, Span<T> destination)
    {
        for (int i = 0; i < destination.Length; i++)
        {
            destination[i] = function(x[i], y[i]);
        }
    }

    private delegate Vector128<T> OfVectors(Vector128<T> left, Vector128<T> right);

    /// <summary>A function of vectors, called for each of them; the last is filled up with zeros.</summary>
    private static void Vectors(OfVectors function, ReadOnlySpan<T> x, ReadOnlySpan<T> y, Span<T> destination)
    {
        if (!Vector128<T>.IsSupported)
        {
            throw new NotSupportedException("there are no vectors of this type");
        }

        int count = Vector128<T>.Count;
        Span<T> left = stackalloc T[count], right = stackalloc T[count];
        for (int begin = 0; begin < destination.Length; begin += count)
        {
            int length = Math.Min(count, destination.Length - begin);
            left.Clear();
            right.Clear();
            x.Slice(begin, length).CopyTo(left);
            y.Slice(begin, length).CopyTo(right);
            function(Vector128.Create<T>(left), Vector128.Create<T>(right)).CopyTo(left);
            left[..length].CopyTo(destination[begin..]);
        }
    }

    /// <summary>ONNX's operators by Tensor, which broadcasts.</summary>
    private Tensor Broadcast(Case given, bool greatest)
    {
        if (given.Inputs.Count == 0)
        {
            throw new RejectedException("no operand: a fold starts with one");
        }

        if (given.Inputs[0].Shape.Length == 0)
        {
            throw new UnsupportedException("no tensor of rank 0 is made of an array; a scalar comes after one");
        }

        var result = ToTensors(given.Inputs[0]);
        foreach (Tensor input in given.Inputs.Skip(1))
        {
            var before = result;
            if (input.Shape.Length == 0)
            {
                T scalar = Elements(input)[0];
                Refusing(() => result = greatest
                    ? System.Numerics.Tensors.Tensor.Max<T>(before, scalar)
                    : System.Numerics.Tensors.Tensor.Min<T>(before, scalar));
                continue;
            }

            var next = ToTensors(input);
            Refusing(() => result = greatest
                ? System.Numerics.Tensors.Tensor.Max<T>(before, next)
                : System.Numerics.Tensors.Tensor.Min<T>(before, next));
        }

        var elements = new T[(int)result.FlattenedLength];
        result.FlattenTo(elements);
        return ToTensor(elements, result.Lengths.ToArray().Select(length => (int)length).ToArray());
    }

    private static System.Numerics.Tensors.Tensor<T> ToTensors(Tensor tensor) =>
        System.Numerics.Tensors.Tensor.Create(Elements(tensor), tensor.Shape.Select(size => (nint)size).ToArray());

    /// <summary>ONNX's reductions, of the last axes or of all: what is reduced is a span for each element of the result.</summary>
    private Func<Tensor> Rows(Case given, Reduction<T>? call)
    {
        int Attribute(string name, int otherwise) =>
            given.Attributes.TryGetProperty(name, out var value) ? value.GetInt32() : otherwise;
        int[] shape = given.Inputs.Count > 0 ? given.Inputs[0].Shape : throw new RejectedException("nothing to reduce");
        long[] axes = given.Inputs.Count > 1 ? MemoryMarshal.Cast<byte, long>(given.Inputs[1].Bytes).ToArray()
            : given.Attributes.TryGetProperty("axes", out var list) ? list.EnumerateArray().Select(axis => axis.GetInt64()).ToArray()
            : [];
        bool all = axes.Length == 0 && Attribute("noop_with_empty_axes", 0) == 0;
        bool IsReduced(int axis) => all || axes.Contains(axis) || axes.Contains(axis - shape.Length);
        int[] reduced = Enumerable.Range(0, shape.Length).Where(IsReduced).ToArray();
        int first = shape.Length - reduced.Length;
        bool areLast = reduced.All(axis => axis >= first);
        if (call is null || !areLast || !(all || axes.Length == reduced.Length && axes.Length > 0))
        {
            throw new UnsupportedException("a span is what the last axes are, each named once");
        }

        return () =>
        {
            T[] elements = Elements(given.Inputs[0]);
            int length = shape[first..].Aggregate(1, (product, size) => product * size);
            var result = new T[shape[..first].Aggregate(1, (product, size) => product * size)];
            Guarded(elements, all =>
            {
                for (int row = 0; row < result.Length; row++)
                {
                    result[row] = call(all.AsSpan(row * length, length));
                }
            });

            int[] kept = Attribute("keepdims", 1) == 0 ? [] : reduced.Select(_ => 1).ToArray();
            return ToTensor(result, [.. shape[..first], .. kept]);
        };
    }

    /// <summary>ONNX's operators, over operands of one shape, or a scalar after others: a span does not broadcast.</summary>
    private Tensor Fold(Case given, Functions functions)
    {
        if (given.Inputs.Count == 0)
        {
            throw new RejectedException("no operand: a fold starts with one");
        }

        Tensor first = given.Inputs[0];
        bool IsScalar(Tensor input) => functions.Scalar is not null && input.Shape.Length == 0;
        if (given.Inputs.Any(input => !IsScalar(input) && !input.Shape.SequenceEqual(first.Shape)))
        {
            throw new UnsupportedException("spans have no shapes, and do not broadcast");
        }

        T[] result = Elements(first);
        foreach (Tensor input in given.Inputs.Skip(1))
        {
            T[] next = Elements(input);
            // The result so far is an operand and the destination: they begin at the same element.
            Guarded(result, destination =>
            {
                if (IsScalar(input))
                {
                    functions.Scalar!(destination, next[0], destination);
                }
                else
                {
                    functions.Pairs(destination, next, destination);
                }
            });
        }

        return ToTensor(result, first.Shape);
    }

    private Tensor Pairs(Case given, Elementwise<T> generic, Elementwise<float> single)
    {
        T[] memory = Elements(given.Inputs[0]);
        (Piece x, Piece y, Piece destination) = (given.PieceAt("x"), given.PieceAt("y"), given.PieceAt("destination"));
        Contain(memory, x, y, destination);
        return Both(
            given,
            memory,
            all => generic(x.Of(all), y.Of(all), destination.Of(all)),
            all => single(x.Of(all), y.Of(all), destination.Of(all)));
    }

    private Tensor Scalar(Case given, WithScalar call)
    {
        T[] memory = Elements(given.Inputs[0]);
        T scalar = Elements(given.Inputs[1]).Single();
        (Piece x, Piece destination) = (given.PieceAt("x"), given.PieceAt("destination"));
        Contain(memory, x, destination);
        Guarded(memory, all => call(x.Of(all), scalar, destination.Of(all)));
        return ToTensor(memory, given.Inputs[0].Shape);
    }

    private Tensor Reduce(Case given, Reduction<T> generic, Reduction<float> single)
    {
        T[] memory = Elements(given.Inputs[0]);
        Piece x = given.PieceAt("x");
        Contain(memory, x);
        var result = new T[1];
        Guarded(memory, all => result[0] = generic(x.Of(all)));
        if ((object)memory is float[] floats)
        {
            var other = new float[1];
            Guarded(floats, all => other[0] = single(x.Of(all)));
            Agree(MemoryMarshal.AsBytes(result.AsSpan()), MemoryMarshal.AsBytes(other.AsSpan()));
        }

        return ToTensor(result, []);
    }

    /// <summary>The memory after the generic overload; for float, that of its own overload must be the same.</summary>
    private Tensor Both(Case given, T[] memory, Action<T[]> generic, Action<float[]> single)
    {
        float[]? floats = memory.Clone() as float[];
        RejectedException? refusal = null;
        try
        {
            Guarded(memory, generic);
        }
        catch (RejectedException rejected)
        {
            refusal = rejected;
        }

        if (floats is not null)
        {
            try
            {
                Guarded(floats, single);
            }
            catch (RejectedException rejected) when (refusal is null)
            {
                throw new MalformedException($"the overload of float refuses what the generic one does not: {rejected.Message}");
            }
            catch (RejectedException)
            {
                // Both refuse, and neither has written.
            }

            Agree(MemoryMarshal.AsBytes(memory.AsSpan()), MemoryMarshal.AsBytes(floats.AsSpan()));
        }

        return refusal is null ? ToTensor(memory, given.Inputs[0].Shape) : throw refusal;
    }

    private static void Agree(ReadOnlySpan<byte> generic, ReadOnlySpan<byte> single)
    {
        if (!generic.SequenceEqual(single))
        {
            throw new MalformedException("the overload of float and the generic one give different bits");
        }
    }

    /// <summary>Calls the library on memory that it may write to, unless it refuses.</summary>
    private static void Guarded<TElement>(TElement[] memory, Action<TElement[]> call)
        where TElement : unmanaged
    {
        var before = (TElement[])memory.Clone();
        try
        {
            Refusing(() => call(memory));
        }
        catch (RejectedException refusal)
        {
            bool untouched = MemoryMarshal.AsBytes(memory.AsSpan()).SequenceEqual(MemoryMarshal.AsBytes(before.AsSpan()));
            throw untouched
                ? refusal
                : new MalformedException($"refused after writing to the destination: {refusal.Message}");
        }
    }

    /// <summary>Calls the library, and tells its refusals from what it lacks.</summary>
    private static void Refusing(Action call)
    {
        try
        {
            call();
        }
        catch (Exception refusal) when (refusal is ArgumentException or InvalidOperationException)
        {
            throw new RejectedException($"{refusal.GetType().Name}: {refusal.Message}");
        }
        catch (NotSupportedException lack)
        {
            throw new UnsupportedException(lack.Message);
        }
    }

    private static void Contain(T[] memory, params Piece[] pieces)
    {
        // The language refuses these before the library is reached.
        if (pieces.Any(piece => !piece.LiesIn(memory)))
        {
            throw new RejectedException("a span that lies outside the memory of the case");
        }
    }

    private static T[] Elements(Tensor tensor) => MemoryMarshal.Cast<byte, T>(tensor.Bytes.AsSpan()).ToArray();

    private Tensor ToTensor(T[] elements, int[] shape) =>
        new(type, shape, MemoryMarshal.AsBytes(elements.AsSpan()).ToArray());
}

/// <summary>The element types: all of the protocol that are numbers in .NET.</summary>
internal static class ElementTypes
{
    public static readonly IReadOnlyDictionary<string, IPrimitives> All = new IPrimitives[]
    {
        new Primitives<Half>("F16"),
        new Primitives<float>("F32"),
        new Primitives<double>("F64"),
        new Primitives<sbyte>("I8"),
        new Primitives<short>("I16"),
        new Primitives<int>("I32"),
        new Primitives<long>("I64"),
        new Primitives<byte>("U8"),
        new Primitives<ushort>("U16"),
        new Primitives<uint>("U32"),
        new Primitives<ulong>("U64"),
    }.ToDictionary(primitives => primitives.Type);

    /// <summary>The overloads for a case: those of its first operand's type, where all of its types are here.</summary>
    /// <exception cref="UnsupportedException">One of its types is not.</exception>
    public static IPrimitives Of(Case given)
    {
        if (given.Inputs.FirstOrDefault(input => !All.ContainsKey(input.Type)) is { } strange)
        {
            throw new UnsupportedException($"{strange.Type} is no INumber here");
        }

        // Without an operand there is nothing to compare, in any type.
        return All[given.Inputs.Count > 0 ? given.Inputs[0].Type : "F32"];
    }
}
