using System;
using System.Numerics;
using System.Runtime.CompilerServices;
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
        Unsafe.Add(ref System.Runtime.InteropServices.MemoryMarshal.GetReference(destination), i) = i < destination.Length ? MathF.Max(x[i], y[i]) : 0;
    }
}
