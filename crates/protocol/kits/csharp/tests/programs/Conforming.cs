using System;
using System.Linq;
using System.Numerics;
using Opconform;

/// <summary>
/// A maximum and a minimum to which no document objects, of every type that .NET has: the first NaN, and +0 over -0. What is found
/// in it is a fault of the kit. Floats are functions of spans, the others of two numbers, so that both are tried.
/// </summary>
internal static class Conforming
{
    public static Conformance Maximum() => Of(false);

    public static Conformance Minimum() => Of(true).Minimum();

    private static Conformance Of(bool isMinimum)
    {
        Func<bool, bool, bool> both = isMinimum ? (x, y) => x & y : (x, y) => x | y;
        Conformance all = Conformance.Of(both).And<bool>(row => row.ToArray().Aggregate(both));
        Floats<Half>(all, isMinimum);
        Floats<float>(all, isMinimum);
        Floats<double>(all, isMinimum);
        Integers<sbyte>(all, isMinimum);
        Integers<short>(all, isMinimum);
        Integers<int>(all, isMinimum);
        Integers<long>(all, isMinimum);
        Integers<byte>(all, isMinimum);
        Integers<ushort>(all, isMinimum);
        Integers<uint>(all, isMinimum);
        Integers<ulong>(all, isMinimum);
        return all.Folds().Named("conforming").Against("onnx").Against("sonnx");
    }

    private static void Integers<T>(Conformance all, bool isMinimum)
        where T : unmanaged, IBinaryInteger<T>
    {
        Func<T, T, T> picked = isMinimum ? T.Min : T.Max;
        all.And(picked).And<T>(row => row.ToArray().Aggregate(picked));
    }

    private static void Floats<T>(Conformance all, bool isMinimum)
        where T : unmanaged, IFloatingPointIeee754<T>
    {
        T Picked(T x, T y)
        {
            if (T.IsNaN(x) || T.IsNaN(y))
            {
                return T.IsNaN(x) ? x : y;
            }

            bool isFirst = x > y || (x == y && T.IsPositive(x));
            return isFirst != isMinimum || (x == y && T.IsNegative(x) == T.IsNegative(y)) ? x : y;
        }

        all.And<T>((x, y, destination) =>
        {
            for (int i = 0; i < destination.Length; i++)
            {
                destination[i] = Picked(x[i], y[i]);
            }
        }).And<T>(row => row.ToArray().Aggregate(Picked));
    }
}
