// @TITLE@
//
// Ends with 0 where the departure does not show, and otherwise with 1. To run it: dotnet new console; replace Program.cs by
// this file; dotnet add package System.Numerics.Tensors --version @VERSION@; dotnet run
using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics.Tensors;

@ELEMENT@[][] inputs =
[
@INPUTS@
];

// What is allowed at each element: these bits, null for @NAN@; empty: anything. No array at all: it must be refused.
@WORD@?[][]? expected = @EXPECTED@;

var lines = new List<string>();
try
{
    @ELEMENT@[] result = Run(inputs);
    if (expected is null)
    {
        lines.Add("answered, where @REFUSAL@");
    }

    for (int i = 0; expected is not null && i < result.Length; i++)
    {
        @WORD@ bits = @TO_BITS@;
        @WORD@?[] allowed = expected[i];
        bool holds = allowed.Length == 0 || allowed.Contains(bits) || (allowed.Contains(null) && @IS_NAN@);
        if (!holds)
        {
            string wanted = string.Join(" or ", allowed.Select(one => one is null ? "@NAN@" : $"0x{one:x}"));
            lines.Add($"element {i}: 0x{bits:x} ({result[i]}), expected {wanted}");
        }
    }
}
catch (ArgumentException refusal)
{
    if (expected is not null)
    {
        lines.Add($"refused: {refusal.Message}");
    }
}

Console.WriteLine(lines.Count > 0 ? "departs from @UNDER@:" : "conforms to @UNDER@");
lines.ForEach(Console.WriteLine);
return lines.Count > 0 ? 1 : 0;

static @ELEMENT@[] Run(@ELEMENT@[][] inputs)
{
@CALL@
    return result;
}

static @ELEMENT@ FromBits(@WORD@ bits) => @FROM_BITS@;
