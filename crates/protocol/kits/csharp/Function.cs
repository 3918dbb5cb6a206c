using System;
using System.Linq;
using System.Reflection;

namespace Opconform;

/// <summary>A maximum of two spans, element by element; the destination overlaps neither, and all are of one length.</summary>
public delegate void Elementwise<T>(ReadOnlySpan<T> x, ReadOnlySpan<T> y, Span<T> destination);

/// <summary>A maximum of all elements of a span.</summary>
public delegate T Reduction<T>(ReadOnlySpan<T> elements);

/// <summary>A function that is judged, whatever its element type is.</summary>
internal interface IFunction
{
    Delegate Call { get; }

    ElementType Type { get; }

    bool IsReduction { get; }

    /// <summary>The maxima of two operands of one length, each of which begins so many elements past a boundary.</summary>
    byte[] OfTwo(byte[] x, byte[] y, (int X, int Y) past);

    /// <summary>The maximum of each row of so many elements, which begins so many elements past a boundary.</summary>
    byte[] OfRows(byte[] elements, int rows, int length, int past);
}

/// <summary>A function of one element type, in one of three forms.</summary>
internal sealed class Function<T> : IFunction
    where T : unmanaged
{
    private readonly Elementwise<T>? two;
    private readonly Reduction<T>? all;

    public Function(Delegate call)
    {
        Call = call;
        two = call switch
        {
            Elementwise<T> spans => spans,
            Func<T, T, T> numbers => (x, y, destination) =>
            {
                for (int i = 0; i < destination.Length; i++)
                {
                    destination[i] = numbers(x[i], y[i]);
                }
            },
            _ => null,
        };
        all = call as Reduction<T>;
    }

    public Delegate Call { get; }

    public ElementType Type { get; } = ElementType.Of(typeof(T));

    public bool IsReduction => all is not null;

    public byte[] OfTwo(byte[] x, byte[] y, (int X, int Y) past)
    {
        uint sum = Sum(x) + Sum(y);
        var first = Place.OfOperand(x, past.X * Type.Size, sum);
        var second = Place.OfOperand(y, past.Y * Type.Size, sum);
        var result = Place.OfResult(x.Length, PastOfResult(past, sum) * Type.Size);
        two!(first.Of<T>(), second.Of<T>(), result.Of<T>());
        return result.IsIntact() ? result.ToArray() : throw new MalformedException("it wrote beyond its result");
    }

    public byte[] OfRows(byte[] elements, int rows, int length, int past)
    {
        uint sum = Sum(elements);
        var result = Place.OfResult(rows * Type.Size, 0);
        for (int row = 0; row < rows; row++)
        {
            int bytes = length * Type.Size;
            result.Of<T>()[row] = all!(Place.OfOperand(elements.AsSpan(row * bytes, bytes), past * Type.Size, sum).Of<T>());
        }

        return result.ToArray();
    }

    private static uint Sum(byte[] bytes)
    {
        uint sum = 0;
        foreach (byte each in bytes)
        {
            sum = unchecked(sum + each);
        }

        return sum;
    }

    // The result begins as far past a boundary as one of the operands does, which takes turns. Where both begin equally far past it, by an
    // even number of elements, it is an element more, so that it is off, too, where both operands happen to lie at a boundary of a vector.
    private static int PastOfResult((int X, int Y) past, uint sum) =>
        past.X != 0 && past.X == past.Y && past.X % 2 == 0 ? past.X + 1 : sum % 2 == 0 ? past.X : past.Y;
}

/// <summary>The name of a function, by which another process finds it again: `FORM:TYPE:CLASS:METHOD`.</summary>
internal static class FunctionName
{
    private const BindingFlags Any =
        BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    // The forms of functions, and the types that they have.
    private static readonly (string Form, Type Type)[] Forms =
        [("numbers", typeof(Func<,,>)), ("spans", typeof(Elementwise<>)), ("all", typeof(Reduction<>))];

    /// <exception cref="ArgumentException">Another process cannot find it.</exception>
    public static string Of(IFunction function)
    {
        MethodInfo method = function.Call.Method;
        object? target = function.Call.Target;
        if (method.DeclaringType is not { } declaring || (target is not null && target.GetType().GetFields(Any & ~BindingFlags.Static).Length > 0))
        {
            throw new ArgumentException(
                "a function that captures something has no name by which a process of its own could call it: make it a static method");
        }

        string form = Forms.First(form => form.Type == function.Call.GetType().GetGenericTypeDefinition()).Form;
        return $"{form}:{function.Type.Name}:{declaring.FullName}, {declaring.Assembly.GetName().Name}:{method.Name}";
    }

    /// <exception cref="ArgumentException">There is no such function.</exception>
    public static IFunction Found(string name)
    {
        string[] parts = name.Split(':');
        Exception NotFound() => new ArgumentException($"there is no function {name}");
        if (parts.Length != 4 || Type.GetType(parts[2]) is not { } declaring)
        {
            throw NotFound();
        }

        ElementType type = ElementType.All.First(known => known.Name == parts[1]);
        Type form = Forms.First(known => known.Form == parts[0]).Type;
        Type signature = form.MakeGenericType(Enumerable.Repeat(type.Type, form.GetGenericArguments().Length).ToArray());
        Delegate? call = declaring.GetMethods(Any).Where(method => method.Name == parts[3])
            .Select(method => Bound(signature, declaring, method, type.Type)).FirstOrDefault(bound => bound is not null);
        return call is null
            ? throw NotFound()
            : (IFunction)Activator.CreateInstance(typeof(Function<>).MakeGenericType(type.Type), call)!;
    }

    private static Delegate? Bound(Type signature, Type declaring, MethodInfo method, Type type)
    {
        if (method.IsGenericMethodDefinition)
        {
            if (method.GetGenericArguments().Length != 1)
            {
                return null;
            }

            try
            {
                method = method.MakeGenericMethod(type);
            }
            catch (ArgumentException)
            {
                // A constraint that this type does not meet: it is another method of the name.
                return null;
            }
        }

        // The compiler makes instance methods of functions that capture nothing.
        object? target = method.IsStatic ? null : Activator.CreateInstance(declaring, nonPublic: true);
        return Delegate.CreateDelegate(signature, target, method, throwOnBindFailure: false);
    }
}
