// Times TensorPrimitives on cells of the performance table, and prints them as the `ratios` bench does.
//
// Arguments: an element type, then sizes and cases, or none for all. It has no maximum of tensors that broadcast, none along an axis, and
// of a span of bfloat16 none.

using System;
using System.Diagnostics;
using System.Linq;
using System.Numerics;
using System.Numerics.Tensors;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

string[] cases = ["elementwise", "scalar", "3-ary", "reduce"];
int[] sizes = [16 << 20, 1 << 20, 64 << 10, 4 << 10]; // in the order of the bench
var version = typeof(TensorPrimitives).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!;
Console.WriteLine($"tensorprimitives\t{version.InformationalVersion.Split('+')[0]}");
var named = args.Skip(1).Where(word => !word.All(char.IsDigit)).ToArray();
var chosen = args.Skip(1).Where(word => word.All(char.IsDigit)).Select(int.Parse).ToArray();
var timed = named.Length > 0 ? cases.Intersect(named) : cases;
// What was called often is compiled anew meanwhile, and once more when it was called often as that.
for (var round = 0; round < 3; round++)
{
    foreach (var name in timed)
        Time(args[0], sizes[^1], name, warming: true);
    Thread.Sleep(300);
}
foreach (var size in chosen.Length > 0 ? chosen : sizes)
    foreach (var name in timed)
        Time(args[0], size, name, warming: false);

static void Time(string dtype, int size, string name, bool warming)
{
    switch (dtype)
    {
        case "f16": Race(dtype, size, name, warming, bits => (Half)Number(bits)); break;
        case "f32": Race(dtype, size, name, warming, Number); break;
        case "f64": Race(dtype, size, name, warming, bits => (double)Number(bits)); break;
        case "i8": Race(dtype, size, name, warming, bits => (sbyte)(bits >> 40)); break;
        case "i16": Race(dtype, size, name, warming, bits => (short)(bits >> 40)); break;
        case "i32": Race(dtype, size, name, warming, bits => (int)(bits >> 32)); break;
        case "i64": Race(dtype, size, name, warming, bits => (long)bits); break;
        case "u8": Race(dtype, size, name, warming, bits => (byte)(bits >> 40)); break;
        case "u16": Race(dtype, size, name, warming, bits => (ushort)(bits >> 40)); break;
        case "u32": Race(dtype, size, name, warming, bits => (uint)(bits >> 32)); break;
        case "u64": Race(dtype, size, name, warming, bits => bits); break;
    }
}

static float Number(ulong bits) => (bits >> 40) / 65536f - 128f;

static void Race<T>(string dtype, int size, string name, bool warming, Func<ulong, T> sample) where T : INumber<T>
{
    var state = 1UL;
    ArraySegment<T> Tensor()
    {
        // Where the collector moves nothing; from the start of a cache line on, as in the bench.
        var room = GC.AllocateUninitializedArray<T>(size + 64 / Unsafe.SizeOf<T>(), pinned: true);
        var before = (int)(-Marshal.UnsafeAddrOfPinnedArrayElement(room, 0) & 63) / Unsafe.SizeOf<T>();
        var elements = new ArraySegment<T>(room, before, size);
        foreach (ref var element in elements.AsSpan())
        {
            state = state * 0x5851f42d4c957f2dUL + 0x14057b7ef767814fUL;
            element = sample(state);
        }
        return elements;
    }
    var (x, y, z, result) = (Tensor(), Tensor(), Tensor(), Tensor());
    var scalar = x[size / 2];
    Action call = name switch
    {
        "elementwise" => () => TensorPrimitives.Max<T>(x, y, result),
        "scalar" => () => TensorPrimitives.Max<T>(x, scalar, result),
        "3-ary" => () =>
        {
            TensorPrimitives.Max<T>(x, y, result);
            TensorPrimitives.Max<T>(result, z, result);
        },
        _ => () => result.AsSpan()[0] = TensorPrimitives.Max<T>(x),
    };
    if (warming)
        for (var spent = Stopwatch.StartNew(); spent.Elapsed.TotalSeconds < 0.2;)
            call();
    else
        Console.WriteLine($"{dtype}\t{size}\t{name}\ttensorprimitives\t{Fastest(call):F1}");
}

// Nanoseconds of the fastest of many calls.
static double Fastest(Action call)
{
    call();
    var (best, spent, calls) = (double.PositiveInfinity, 0.0, 1);
    while (spent < 0.04)
    {
        var started = Stopwatch.GetTimestamp();
        for (var left = calls; left > 0; left--)
            call();
        var elapsed = Stopwatch.GetElapsedTime(started).TotalSeconds;
        spent += elapsed;
        best = Math.Min(best, elapsed * 1e9 / calls);
        if (elapsed < 20e-6)
            calls *= 2;
    }
    return best;
}
