// @TITLE@
//
// Ends with 1 where the departure shows, and with 0 where it does not. To run it: dotnet new console; replace Program.cs by
// this file; dotnet add package System.Numerics.Tensors; dotnet run
using System;
using System.Linq;
using System.Numerics.Tensors;

// Operands that broadcast are written out, so that all have one length; spans of one memory are not.
@ELEMENT@[][] inputs =
[
@INPUTS@
];

// What is allowed at each element: one of these bits; null: any NaN; empty: anything.
@WORD@?[][] expected = [@EXPECTED@];

@CALL@

int departures = 0;
for (int i = 0; i < result.Length; i++)
{
    @WORD@ bits = @TO_BITS@;
    @WORD@?[] allowed = expected[i];
    bool isNaN = @IS_NAN@;
    bool holds = allowed.Length == 0 || Array.IndexOf(allowed, bits) >= 0 || isNaN && Array.IndexOf(allowed, null) >= 0;
    if (!holds)
    {
        departures++;
        Console.WriteLine($"element {i}: 0x{bits:x} ({result[i]})");
    }
}
Console.WriteLine($"{departures} of {result.Length} elements depart from @UNDER@");
return departures > 0 ? 1 : 0;

static @ELEMENT@ FromBits(@WORD@ bits) => @FROM_BITS@;
