using System;
using System.Runtime.InteropServices;

namespace Opconform;

/// <summary>
/// Memory that begins where a case asks for it, up to 63 elements past a 64-byte boundary, and has bytes that are all ones around
/// it: who reads beyond an operand finds NaNs, and who writes beyond a result is found out.
/// </summary>
internal sealed class Place
{
    private const int Boundary = 64;
    private readonly byte[] memory;
    private readonly int start;
    private readonly int length;

    /// <summary>Memory for so many bytes, so many bytes past a boundary.</summary>
    public Place(int length, int past)
    {
        this.length = length;
        memory = GC.AllocateUninitializedArray<byte>(Boundary + Boundary + past + length + Boundary, pinned: true);
        memory.AsSpan().Fill(0xff);
        long guard = Marshal.UnsafeAddrOfPinnedArrayElement(memory, Boundary);
        start = Boundary + (int)(-guard & (Boundary - 1)) + past;
        // What is left unwritten is no NaN.
        memory.AsSpan(start, length).Fill(0xa5);
    }

    /// <summary>Memory that holds these bytes.</summary>
    public Place(ReadOnlySpan<byte> bytes, int past)
        : this(bytes.Length, past) => bytes.CopyTo(memory.AsSpan(start));

    public Span<T> Of<T>()
        where T : unmanaged => MemoryMarshal.Cast<byte, T>(memory.AsSpan(start, length));

    public byte[] ToArray() => memory.AsSpan(start, length).ToArray();

    /// <summary>Whether nothing has been written around the elements.</summary>
    public bool IsIntact() =>
        !memory.AsSpan(0, start).ContainsAnyExcept((byte)0xff) && !memory.AsSpan(start + length).ContainsAnyExcept((byte)0xff);
}
