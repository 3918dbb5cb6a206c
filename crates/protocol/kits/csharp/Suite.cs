using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;

namespace Opconform;

/// <summary>The suite did not judge: it was asked for what is not there, nothing could be judged, or it could not work.</summary>
public sealed class SuiteException(string message) : Exception(message);

/// <summary>The suite's program, which asks functions of this one in a process that it starts.</summary>
internal static class Suite
{
    /// <summary>The words that have a gate accept what it finds, for a reason that is to be filled in.</summary>
    private static readonly string[] Accepting = ["--update", "--reason", "why", "--link", "https://where.more/is-said"];

    /// <summary>The suite's program, as it is typed.</summary>
    public static string Program => Environment.GetEnvironmentVariable("OPCONFORM") is { Length: > 0 } named ? named : "opconform";

    /// <exception cref="SuiteException">The suite did not judge.</exception>
    public static Judgement Judge(Table table, IEnumerable<string> options, string? known)
    {
        if (table.Claims.Count == 0)
        {
            throw new SuiteException("judged by what? name a specification, as in `.Against(\"ieee754-2019\")`");
        }

        string[] adapter = [.. Adapter(table)];
        using var kept = Kept.Of(table.Name);
        string[] asked = [
            "--adapter", $"{table.Name}={Shell.Line(kept.Starting(adapter))}", "--against", string.Join(',', table.Claims),
            "--output", kept.Report, .. options,
        ];
        string[] command = known is null ? ["run", .. asked, "--quiet"] : ["gate", .. asked, "--expectations", known];
        var (code, said, error) = Ended([.. command, "--color", "never"]);
        kept.Stays = code == 1;
        string accepting = known is null
            ? "with .Known(\"expectations\"), a folder beside the test: the test says then what writes it there"
            : Shell.Line([Program, .. command, .. Accepting]);
        return code is 0 or 1
            ? Judgement.Read(kept.Report, code == 0, said, accepting)
            : throw new SuiteException($"{error}{said}".Trim() is { Length: > 0 } words ? words : $"the suite ended with {code}");
    }

    /// <summary>The words of the command by which a process of its own shows the functions: what runs this one, with what it loads.</summary>
    private static IEnumerable<string> Adapter(Table table)
    {
        string host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));
        string dependencies = $"{AppContext.GetData("APP_CONTEXT_DEPS_FILES")}".Split(';')[0];
        string settings = dependencies.Replace(".deps.json", ".runtimeconfig.json");
        if (!File.Exists(dependencies) || !File.Exists(settings))
        {
            throw new SuiteException("a process of its own cannot be started from this program: let it be an adapter, with `Serve`");
        }

        return [
            OperatingSystem.IsWindows() ? host + ".exe" : host, "exec", "--runtimeconfig", settings, "--depsfile", dependencies,
            typeof(Suite).Assembly.Location, table.Name, table.Version, table.IsMinimum ? "minimum" : "maximum",
            table.Folds ? "folds" : "two", .. table.Functions.Select(FunctionName.Of),
        ];
    }

    private static (int Code, string Said, string Error) Ended(string[] arguments)
    {
        var start = new ProcessStartInfo(Program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        try
        {
            using Process suite = Process.Start(start)!;
            var error = suite.StandardError.ReadToEndAsync();
            string said = suite.StandardOutput.ReadToEnd();
            suite.WaitForExit();
            return (suite.ExitCode, said, error.Result);
        }
        catch (System.ComponentModel.Win32Exception missing)
        {
            throw new SuiteException(
                $"cannot start {Program}: {missing.Message}: put the program opconform on the path, or name it with OPCONFORM");
        }
    }
}
