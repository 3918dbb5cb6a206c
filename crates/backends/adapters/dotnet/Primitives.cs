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
        return given.Inputs.All(input => input.Type == type)
            ? run()
            : throw new RejectedException("operands of two types: the overloads take one");
    }

    private Func<Tensor> Offered(Case given, Maximum maximum) => (given.Domain, given.Operator) switch
    {
        ("", var name) when maximum == Maximum.Tensors => () => Broadcast(given, name == "Max"),
        ("", var name) => () => Fold(given, OfTwo(maximum, name == "Max")),
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

    /// <summary>The function of two spans that a maximum is, or its minimum.</summary>
    private static Elementwise<T> OfTwo(Maximum maximum, bool greatest) => (maximum.Name, greatest) switch
    {
        ("dotnet-maxnumber", true) => TensorPrimitives.MaxNumber<T>,
        ("dotnet-maxnumber", false) => TensorPrimitives.MinNumber<T>,
        ("dotnet-math-max", true) => (x, y, destination) => Each(T.Max, x, y, destination),
        ("dotnet-math-max", false) => (x, y, destination) => Each(T.Min, x, y, destination),
        ("dotnet-maxnative", _) => (x, y, destination) => Native(greatest, x, y, destination),
        (_, true) => TensorPrimitives.Max<T>,
        (_, false) => TensorPrimitives.Min<T>,
    };

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

    /// <summary>Vector128's function of the platform, over whole vectors; the last is filled up with zeros.</summary>
    private static void Native(bool greatest, ReadOnlySpan<T> x, ReadOnlySpan<T> y, Span<T> destination)
    {
#if NET9_0_OR_GREATER
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
            (Vector128<T> a, Vector128<T> b) = (Vector128.Create<T>(left), Vector128.Create<T>(right));
            (greatest ? Vector128.MaxNative(a, b) : Vector128.MinNative(a, b)).CopyTo(left);
            left[..length].CopyTo(destination[begin..]);
        }
#else
        throw new NotSupportedException("MaxNative came with .NET 9");
#endif
    }

    /// <summary>ONNX's operators by Tensor, which broadcasts.</summary>
    private Tensor Broadcast(Case given, bool greatest)
    {
        if (given.Inputs.Count == 0)
        {
            throw new RejectedException("no operand: a fold starts with one");
        }

        if (given.Inputs.Any(input => input.Shape.Length == 0))
        {
            throw new UnsupportedException("no tensor of rank 0 is made of an array");
        }

        var result = ToTensors(given.Inputs[0]);
        foreach (Tensor input in given.Inputs.Skip(1))
        {
            var next = ToTensors(input);
            var before = result;
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

    /// <summary>ONNX's operators, over operands of one shape: a span has none to broadcast.</summary>
    private Tensor Fold(Case given, Elementwise<T> call)
    {
        if (given.Inputs.Count == 0)
        {
            throw new RejectedException("no operand: a fold starts with one");
        }

        Tensor first = given.Inputs[0];
        if (given.Inputs.Any(input => !input.Shape.SequenceEqual(first.Shape)))
        {
            throw new UnsupportedException("spans have no shapes, and do not broadcast");
        }

        T[] result = Elements(first);
        foreach (Tensor input in given.Inputs.Skip(1))
        {
            T[] next = Elements(input);
            // The result so far is an operand and the destination: they begin at the same element.
            Guarded(result, destination => call(destination, next, destination));
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
        catch (ArgumentException refusal)
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
