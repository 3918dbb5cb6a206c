// max/f32/nan-vs-normal/2*scalar#36909049 on tract-optimized, under sonnx
//
// Ends with 1 where the departure shows, and with 0 where it does not. To run it: dotnet new console; replace Program.cs by
// this file; dotnet add package System.Numerics.Tensors; dotnet run
using System;
using System.Linq;
using System.Numerics.Tensors;

// Operands and result are spans of one length: operands that broadcast are written out.
float[][] inputs =
[
    [FromBits(0x7fc00000)],
    [FromBits(0x3f800000)],
];

// What is allowed at each element: these bits; null: any NaN; empty: anything.
uint[]?[] expected = [null];

float[] result = inputs[0].ToArray();
foreach (var operand in inputs.Skip(1))
{
    TensorPrimitives.Max<float>(result, operand, result);
}

int departures = 0;
for (int i = 0; i < result.Length; i++)
{
    uint bits = BitConverter.SingleToUInt32Bits(result[i]);
    bool holds = expected[i] is { } allowed ? allowed.Length == 0 || allowed.Contains(bits) : float.IsNaN(result[i]);
    if (!holds)
    {
        departures++;
        Console.WriteLine($"element {i}: 0x{bits:x} ({result[i]})");
    }
}
Console.WriteLine($"{departures} of {result.Length} elements depart from sonnx");
return departures > 0 ? 1 : 0;

static float FromBits(uint bits) => BitConverter.UInt32BitsToSingle(bits);
