using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Opconform;

/// <summary>
/// A maximum, and what it is to be judged by. The functions are called in a process of their own, which is started by their names:
/// a crash or a hang of one is the outcome of a case. So a function captures nothing.
/// </summary>
/// <example><c>Conformance.Of&lt;float&gt;(MyMax).Against("ieee754-2019").Assert();</c></example>
public sealed class Conformance
{
    private readonly List<IFunction> functions = [];
    private readonly List<string> claims = [];
    private readonly List<string> options = [];
    private string? name;
    private string? known;
    private bool isMinimum;
    private bool folds;

    private Conformance()
    {
    }

    /// <summary>Begins to judge a maximum of two numbers.</summary>
    /// <exception cref="ArgumentException">The suite does not have the element type.</exception>
    public static Conformance Of<T>(Func<T, T, T> maximum)
        where T : unmanaged => new Conformance().And(maximum);

    /// <summary>Begins to judge a maximum of two spans, element by element.</summary>
    /// <exception cref="ArgumentException">The suite does not have the element type.</exception>
    public static Conformance Of<T>(Elementwise<T> maximum)
        where T : unmanaged => new Conformance().And(maximum);

    /// <summary>Begins to judge a maximum of all elements of a span.</summary>
    /// <exception cref="ArgumentException">The suite does not have the element type.</exception>
    public static Conformance Of<T>(Reduction<T> maximum)
        where T : unmanaged => new Conformance().And(maximum);

    /// <summary>Adds a maximum of two numbers, of another element type.</summary>
    /// <exception cref="ArgumentException">The suite does not have the element type.</exception>
    public Conformance And<T>(Func<T, T, T> maximum)
        where T : unmanaged => Add(new Function<T>(maximum));

    /// <summary>Adds a maximum of two spans, of another element type.</summary>
    /// <exception cref="ArgumentException">The suite does not have the element type.</exception>
    public Conformance And<T>(Elementwise<T> maximum)
        where T : unmanaged => Add(new Function<T>(maximum));

    /// <summary>Adds a maximum of all elements of a span.</summary>
    /// <exception cref="ArgumentException">The suite does not have the element type.</exception>
    public Conformance And<T>(Reduction<T> maximum)
        where T : unmanaged => Add(new Function<T>(maximum));

    /// <summary>Says what the maximum is called in a report.</summary>
    public Conformance Named(string name) => With(() => this.name = name);

    /// <summary>Says that the functions are a minimum: every specification is turned over.</summary>
    public Conformance Minimum() => With(() => isMinimum = true);

    /// <summary>Says that ONNX's Max of one or of many operands is a left fold of the functions. It is not asked for otherwise.</summary>
    public Conformance Folds() => With(() => folds = true);

    /// <summary>Adds a specification that the maximum is to keep: `opconform specs` and `opconform clauses` list them.</summary>
    public Conformance Against(string specification) => With(() => claims.Add(specification));

    /// <summary>Counts departures from SHOULD clauses too.</summary>
    public Conformance Strict() => With(() => options.Add("--strict"));

    /// <summary>Asks only for cases whose name contains a text.</summary>
    public Conformance Only(string text) => With(() => options.AddRange(["--only", text]));

    /// <summary>
    /// Accepts what the waivers of this folder name, as `opconform gate` does, and nothing else. The folder lies beside the source file
    /// that names it: a test runs in the folder of what was built.
    /// </summary>
    public Conformance Known(string folder, [CallerFilePath] string source = "") =>
        With(() => known = Path.Combine(Path.GetDirectoryName(source) ?? "", folder));

    /// <summary>Judges the maximum.</summary>
    /// <exception cref="SuiteException">The suite did not judge.</exception>
    /// <exception cref="ArgumentException">A function captures something.</exception>
    public Judgement Run() => Suite.Judge(Table(), options, known);

    /// <summary>Judges the maximum, and fails with the departures that count, the worst first.</summary>
    /// <exception cref="DepartureException">It departs from what it is judged by.</exception>
    /// <exception cref="SuiteException">The suite did not judge.</exception>
    /// <exception cref="ArgumentException">A function captures something.</exception>
    public void Assert()
    {
        Judgement judgement = Run();
        if (!judgement.Conforms)
        {
            throw new DepartureException(judgement);
        }
    }

    /// <summary>Makes this program an adapter of opconform, and returns its exit code. A function may capture what it likes.</summary>
    public int Serve() => Conversation.Hold(Table());

    private Conformance Add(IFunction function) => With(() => functions.Add(function));

    private Conformance With(Action change)
    {
        change();
        return this;
    }

    private Table Table()
    {
        Assembly assembly = functions[0].Call.Method.Module.Assembly;
        string? version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
        // Without the commit that follows a plus sign.
        return new(name ?? Title(functions[0].Call.Method), (version ?? "0").Split('+')[0], claims, isMinimum, folds, functions);
    }

    /// <summary>The name of a method, in characters that the suite takes for a name; one that the compiler made has that of its class.</summary>
    private static string Title(MethodInfo method)
    {
        Type? declaring = method.DeclaringType;
        while (declaring is { IsNested: true } && declaring.Name.StartsWith('<'))
        {
            declaring = declaring.DeclaringType;
        }

        string title = method.Name.StartsWith('<') ? $"{declaring?.Name}" : $"{declaring?.Name}.{method.Name}";
        return string.Concat(title.Where(c => char.IsAsciiLetterOrDigit(c) || "._-@".Contains(c)).Take(64));
    }
}
