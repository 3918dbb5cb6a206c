using System;
using System.Collections.Generic;
using System.Linq;

namespace Opconform;

/// <summary>What meets where: operands of several shapes, and the elements along the axes of a reduction.</summary>
internal static class Shapes
{
    /// <summary>The shape that shapes broadcast to, aligned at the right.</summary>
    /// <exception cref="RejectedException">They do not.</exception>
    public static int[] Broadcast(IReadOnlyList<int[]> shapes)
    {
        int rank = shapes.Max(shape => shape.Length);
        return Enumerable.Range(0, rank).Select(axis =>
        {
            var dims = shapes.Select(shape => axis - rank + shape.Length)
                .Zip(shapes, (own, shape) => own < 0 ? 1 : shape[own])
                .Where(dim => dim != 1).Distinct().ToList();
            return dims.Count > 1 ? throw new RejectedException("the shapes of the operands do not broadcast") : dims.FirstOrDefault(1);
        }).ToArray();
    }

    /// <summary>The number of elements of a result of this shape, for which an answer must have room.</summary>
    /// <exception cref="UnsupportedException">It has none.</exception>
    public static int Room(int[] shape, int size) =>
        Frame.Product(shape) is var count && count <= Frame.Limit / size
            ? (int)count
            : throw new UnsupportedException("the result is longer than a frame");

    /// <summary>The elements of an operand, where a result of this shape has them.</summary>
    public static byte[] Spread(Tensor operand, int[] shape)
    {
        int[] own = [.. Enumerable.Repeat(1, shape.Length - operand.Shape.Length), .. operand.Shape];
        return Moved(operand, shape, Strides(own).Zip(own, (stride, dim) => dim == 1 ? 0 : stride).ToArray());
    }

    /// <summary>The elements of an operand that has some, with its axes in another order.</summary>
    public static byte[] Turned(Tensor operand, int[] order)
    {
        long[] strides = Strides(operand.Shape);
        return Moved(operand, order.Select(axis => operand.Shape[axis]).ToArray(), order.Select(axis => strides[axis]).ToArray());
    }

    /// <summary>How far apart neighbours of each axis are, in elements.</summary>
    private static long[] Strides(int[] shape) =>
        Enumerable.Range(1, shape.Length).Select(axis => Frame.Product(shape[axis..])).ToArray();

    /// <summary>The elements that an index meets, which runs over a shape in row-major order.</summary>
    private static byte[] Moved(Tensor operand, int[] shape, long[] strides)
    {
        int size = Tensor.Sizes[operand.Type];
        var moved = new byte[Room(shape, size) * size];
        var index = new int[shape.Length];
        long position = 0;
        for (int at = 0; at < moved.Length; at += size)
        {
            operand.Bytes.AsSpan((int)position * size, size).CopyTo(moved.AsSpan(at));
            for (int axis = shape.Length - 1; axis >= 0; axis--)
            {
                position += strides[axis];
                if (++index[axis] < shape[axis])
                {
                    break;
                }

                position -= index[axis] * strides[axis];
                index[axis] = 0;
            }
        }

        return moved;
    }
}
