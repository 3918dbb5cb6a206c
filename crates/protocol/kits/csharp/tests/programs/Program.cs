using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Opconform;

string kind = args[0];
Conformance Float(Func<float, float, float> of) => Conformance.Of(of).Named(kind).Against("ieee754-2019");
float Refused(Exception error) => throw error;

Conformance judged = kind switch
{
    "conforming" => Conforming.Maximum(),
    "conforming-minimum" => Conforming.Minimum(),
    "faulty" => Float((x, y) => x > y ? x : y),
    "lenient" => Float(MathF.Max),
    "talkative" => Float((x, y) =>
    {
        Console.WriteLine($"a maximum of {x} and {y}");
        return MathF.Max(x, y);
    }),
    "all" => Conformance.Of<double>(row => BitConverter.Int64BitsToDouble(Most(row))).Named(kind).Against("onnx"),
    "thrower" => Float((x, y) => Refused(new InvalidCastException("so it is"))),
    "rejecting" => Float((x, y) => Refused(new ArgumentException("so it is"))),
    "lacking" => Float((x, y) => Refused(new NotSupportedException("so it is"))),
    "overflowing" => Float(Overflowing),
    "wild" => Conformance.Of<float>(Wild).Named(kind).Against("ieee754-2019"),
    "rounding" => Conformance.Of<float>(Rounding).Named(kind).Against("ieee754-2019"),
    "storing" => Conformance.Of<float>(Storing).Named(kind).Against("ieee754-2019"),
    "beyond" => Conformance.Of<byte>(Beyond).Minimum().Named(kind).Against("onnx"),
    "lazy" => Conformance.Of<float>((x, y, destination) => { }).Named(kind).Against("ieee754-2019"),
    _ => throw new ArgumentException($"no maximum {kind}"),
};
return judged.Serve();

static long Most(ReadOnlySpan<double> row)
{
    double most = row[0];
    foreach (double next in row)
    {
        most = double.IsNaN(most) || most >= next ? most : next;
    }

    return BitConverter.DoubleToInt64Bits(most);
}

// The stack overflows where there is a NaN: nothing in this process can catch that.
static float Overflowing(float x, float y) => float.IsNaN(x) ? Overflowing(x, y) + 1 : MathF.Max(x, y);

static unsafe void Wild(ReadOnlySpan<float> x, ReadOnlySpan<float> y, Span<float> destination)
{
    // One element more than there is.
    for (int i = 0; i <= destination.Length; i++)
    {
        Unsafe.Add(ref MemoryMarshal.GetReference(destination), i) = i < destination.Length ? MathF.Max(x[i], y[i]) : 0;
    }
}

// The count is rounded up to four: behind the result, too, stands what is greatest behind the operands.
static void Rounding(ReadOnlySpan<float> x, ReadOnlySpan<float> y, Span<float> destination)
{
    for (int i = 0; i < (destination.Length + 3) / 4 * 4; i++)
    {
        ref float first = ref Unsafe.Add(ref MemoryMarshal.GetReference(x), i);
        Unsafe.Add(ref MemoryMarshal.GetReference(destination), i) = MathF.Max(first, Unsafe.Add(ref MemoryMarshal.GetReference(y), i));
    }
}

// It goes wrong where its result does not begin at a 64-byte boundary.
static unsafe void Storing(ReadOnlySpan<float> x, ReadOnlySpan<float> y, Span<float> destination)
{
    bool isOff = (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(destination)) % 64 != 0;
    for (int i = 0; i < destination.Length; i++)
    {
        destination[i] = isOff ? 0 : MathF.Max(x[i], y[i]);
    }
}

// It looks at one element more than there is.
static byte Beyond(ReadOnlySpan<byte> row)
{
    byte least = 255;
    for (int i = 0; i <= row.Length; i++)
    {
        least = Math.Min(least, Unsafe.Add(ref MemoryMarshal.GetReference(row), i));
    }

    return least;
}
