using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using Opconform;
using Xunit;

public class KitTests
{
    private static T Compared<T>(T x, T y)
        where T : INumber<T> => x > y ? x : y;

    private static void InOrder(ReadOnlySpan<float> x, ReadOnlySpan<float> y, Span<float> destination)
    {
        for (int i = 0; i < destination.Length; i++)
        {
            destination[i] = MathF.Max(x[i], y[i]);
        }
    }

    private static int Greatest(ReadOnlySpan<int> row) => row.ToArray().Max();

    [Fact]
    public void ADepartureIsToldWithItsOperandsAndTheWordsThatItBreaks()
    {
        var failure = Assert.Throws<DepartureException>(
            () => Conformance.Of<float>(Compared).Against("ieee754-2019").Only("max/f32/nan").Assert());
        Departure first = failure.Judgement.Departures[0];
        Assert.Equal(("NET-MAX-NAN", "MUST"), (first.Clause, first.Level));
        Assert.Equal(["0x7fc00000 (nan)", "0x3f800000 (1.0)"], first.Operands);
        Assert.Equal("0x3f800000 (1.0)", first.Got);
        foreach (string words in new[] { "KitTests.Compared: ", "1. MUST NET-MAX-NAN", "0x7fc00000 (nan), 0x3f800000 (1.0) -> 0x3f800000", "expected a NaN" })
        {
            Assert.Contains(words, failure.Message);
        }
    }

    [Fact]
    public void FunctionsOfEveryFormAndTypeAreJudgedTogether()
    {
        Judgement judgement = Conformance.Of<float>(InOrder).And<int>(Greatest).And<int>(int.Max).And<double>((x, y) => Math.Max(x, y))
            .And<Half>(Half.Max).Named("all").Against("ieee754-2019").Run();
        Assert.True(judgement.Conforms, judgement.ToString());
        Assert.Equal("all: conforms", judgement.ToString().Trim());
    }

    [Fact]
    public void AMinimumIsJudgedByWhatIsTurnedOver()
    {
        Conformance Judged() => Conformance.Of<float>(MathF.Min).Only("min/f32/").Against("ieee754-2019");
        Judged().Minimum().Assert();
        // As a maximum it is not even asked for a minimum.
        Assert.Contains("nothing was judged", Assert.Throws<SuiteException>(() => Judged().Run()).Message);
    }

    [Fact]
    public void AnotherDocumentAllowsWhatThisOneForbids()
    {
        Assert.True(Conformance.Of<float>(Compared).Against("x86-maxps").Only("max/f32/nan").Run().Conforms);
    }

    [Fact]
    public void WhatCapturesSomethingHasNoName()
    {
        float bound = Environment.TickCount;
        var refusal = Assert.Throws<ArgumentException>(
            () => Conformance.Of<float>((x, y) => MathF.Max(MathF.Max(x, y), bound)).Against("ieee754-2019").Run());
        Assert.Contains("make it a static method", refusal.Message);
    }

    [Fact]
    public void WhatCannotBeJudgedIsSaid()
    {
        Assert.Contains("judged by what?", Assert.Throws<SuiteException>(() => Conformance.Of<float>(MathF.Max).Run()).Message);
        var unknown = Assert.Throws<SuiteException>(() => Conformance.Of<float>(MathF.Max).Against("ieee755-2019").Run());
        Assert.Contains("did you mean `ieee754-2019`", unknown.Message);
        Assert.Contains("has no Char", Assert.Throws<ArgumentException>(() => Conformance.Of<char>((x, y) => x > y ? x : y)).Message);
    }

    private static string Here([CallerFilePath] string source = "") => Path.GetDirectoryName(source)!;

    [Fact]
    public void WhatIsKnownIsNoFailure()
    {
        // Named as a test names a folder of its own: from where its source file lies.
        string folder = Directory.CreateTempSubdirectory().FullName;
        string beside = Path.GetRelativePath(Here(), folder);
        Conformance Judged() => Conformance.Of<float>(Compared).Named("mine").Against("ieee754-2019").Only("max/f32/nan-vs-inf").Known(beside);
        Assert.Throws<DepartureException>(() => Judged().Assert());
        File.WriteAllText(Path.Combine(folder, "mine.toml"), """
            [[waiver]]
            clauses = ["NET-MAX-NAN"]
            operators = ["Max"]
            dtypes = ["f32"]
            symptoms = ["*nan* -> +normal"]
            findings = 1
            most = { elements = 100, cases = 100 }
            reason = "as fast as it gets"
            link = "https://example.org/1"
            """);
        Judged().Assert();
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void WhoeverRunsTheTestsMayKeepTheReports()
    {
        string output = Directory.CreateTempSubdirectory().FullName;
        Environment.SetEnvironmentVariable("OPCONFORM_OUTPUT", output);
        Conformance.Of<float>(MathF.Max).Named("kept").Against("ieee754-2019").Only("max/f32/nan-vs-inf").Assert();
        Environment.SetEnvironmentVariable("OPCONFORM_OUTPUT", null);
        Assert.True(File.Exists(Path.Combine(output, "kept", "report.json")));
        Directory.Delete(output, recursive: true);
    }

    /// <summary>The line of a failure that begins with these words, without them.</summary>
    private static string Line(string said, string words) =>
        said.Split('\n').Single(line => line.StartsWith($"{words} ", StringComparison.Ordinal))[words.Length..].Trim();

    /// <summary>Types the line of a failure that begins with a word, elsewhere than the test runs: what is printed.</summary>
    private static string Typed(string said, string word, int code)
    {
        string line = Line(said, word);
        var start = new ProcessStartInfo("sh", ["-c", line]) { WorkingDirectory = "/", RedirectStandardOutput = true };
        using Process shell = Process.Start(start)!;
        string printed = shell.StandardOutput.ReadToEnd();
        shell.WaitForExit();
        Assert.True(shell.ExitCode == code, $"{line} ended with {shell.ExitCode}: {printed}");
        return printed;
    }

    [Fact]
    public void WhatAFailureSaysNextCanBeTyped()
    {
        string folder = Directory.CreateTempSubdirectory().FullName;
        string beside = Path.GetRelativePath(Here(), folder);
        Conformance Judged() => Conformance.Of<float>(Compared).Named("typed").Against("ieee754-2019").Only("max/f32/nan-vs-inf");
        Judgement unknown = Judged().Run();
        Assert.Contains("NET-MAX-NAN            MUST   VIOLATED", Typed(unknown.Next, "replay", 1));
        Assert.StartsWith("with .Known(", Line(unknown.Next, "accept"));
        Assert.True(File.Exists(Line(unknown.Next, "look at")));
        string said = Assert.Throws<DepartureException>(() => Judged().Known(beside).Assert()).Message;
        Assert.Contains("NET-MAX-NAN            MUST   VIOLATED", Typed(said, "replay", 1));
        // What shows the functions is named, and not spelt out within quotes that are quoted.
        Assert.DoesNotContain("'\\''", said);
        Assert.Contains("gate: green", Typed(said, "accept", 0));
        Judgement known = Judged().Known(beside).Run();
        Assert.True(known.Conforms, known.ToString());
        Assert.Equal("", known.Next);
        Directory.Delete(folder, recursive: true);
    }
}
