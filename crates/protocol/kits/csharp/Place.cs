using System;
using System.Runtime.InteropServices;

namespace Opconform;

/// <summary>
/// Memory that begins where a case asks for it, up to 63 elements past a 64-byte boundary, and has a byte of its own around it: what
/// is read beyond an operand changes a result of one case or another, and who writes beyond a result is found out.
/// </summary>
internal sealed class Place
{
    private const int Boundary = 64;

    // What lies around a result is nothing that lies around operands: who goes on behind all of them writes something else there.
    private const byte AroundResult = 0x5a;

    // For every function there is one that moves its result: a NaN, which is -1 and the greatest unsigned number; a great number of every
    // float and signed type; a number far below 0 of every float; about the least signed number; and the least unsigned one.
    private static readonly byte[] AroundOperands = [0xff, 0x7b, 0xfb, 0x80, 0x00];

    private readonly byte[] memory;
    private readonly byte around;
    private readonly int start;
    private readonly int length;

    private Place(int length, int past, byte around)
    {
        this.length = length;
        this.around = around;
        memory = GC.AllocateUninitializedArray<byte>(Boundary + Boundary + past + length + Boundary, pinned: true);
        memory.AsSpan().Fill(around);
        long guard = Marshal.UnsafeAddrOfPinnedArrayElement(memory, Boundary);
        start = Boundary + (int)(-guard & (Boundary - 1)) + past;
    }

    /// <summary>Memory for a result of so many bytes, so many bytes past a boundary. What is left unwritten is no NaN.</summary>
    public static Place OfResult(int length, int past)
    {
        var place = new Place(length, past, AroundResult);
        place.memory.AsSpan(place.start, length).Fill(0xa5);
        return place;
    }

    /// <summary>
    /// Memory of an operand that holds these bytes. What lies around it takes turns by the sum of the operands' bytes: it is the same
    /// whenever the case is asked.
    /// </summary>
    public static Place OfOperand(ReadOnlySpan<byte> bytes, int past, uint sum)
    {
        var place = new Place(bytes.Length, past, AroundOperands[(int)(sum % (uint)AroundOperands.Length)]);
        bytes.CopyTo(place.memory.AsSpan(place.start));
        return place;
    }

    public Span<T> Of<T>()
        where T : unmanaged => MemoryMarshal.Cast<byte, T>(memory.AsSpan(start, length));

    public byte[] ToArray() => memory.AsSpan(start, length).ToArray();

    /// <summary>Whether nothing has been written around the elements.</summary>
    public bool IsIntact() =>
        !memory.AsSpan(0, start).ContainsAnyExcept(around) && !memory.AsSpan(start + length).ContainsAnyExcept(around);
}
