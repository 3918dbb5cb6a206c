using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Opconform;

/// <summary>
/// A folder beside what was built, of a report and of the program that shows the functions: the lines that a failure prints are typed after
/// the test. It is gone where nothing fails.
/// </summary>
internal sealed class Kept : IDisposable
{
    // Tests that run at the same time may judge maxima of one name.
    private static readonly HashSet<string> Taken = new(StringComparer.OrdinalIgnoreCase);

    private readonly string name;
    private readonly string folder;

    private Kept(string name, string folder) => (this.name, this.folder) = (name, folder);

    /// <summary>The folder of the report: whoever runs the tests may ask for it elsewhere, and it stays there.</summary>
    public string Report => Environment.GetEnvironmentVariable("OPCONFORM_OUTPUT") is { Length: > 0 } output
        ? Path.GetFullPath(Path.Combine(output, name))
        : Path.Combine(folder, "report");

    /// <summary>Whether it is to stay.</summary>
    public bool Stays { get; set; }

    /// <summary>Takes a folder for a maximum, of whose name it keeps what a path has room for.</summary>
    public static Kept Of(string maximum)
    {
        string plain = new(maximum.Select(c => char.IsAsciiLetterOrDigit(c) || c == '_' ? c : '-').Take(64).ToArray());
        lock (Taken)
        {
            string name = Enumerable.Range(1, int.MaxValue).Select(number => number == 1 ? plain : $"{plain}-{number}").First(Taken.Add);
            return new(name, Made(name));
        }
    }

    /// <summary>The words that start a program: a file, where a shell can take it, since the lines to be typed repeat them.</summary>
    public IEnumerable<string> Starting(IEnumerable<string> words)
    {
        if (OperatingSystem.IsWindows())
        {
            return words;
        }

        string file = Path.Combine(folder, "adapter");
        File.WriteAllText(file, $"exec {Shell.Line(words)}\n");
        return ["sh", file];
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (Stays)
        {
            return;
        }

        Directory.Delete(folder, recursive: true);
        lock (Taken)
        {
            Taken.Remove(name);
        }
    }

    private static string Made(string name)
    {
        try
        {
            string folder = Path.Combine(AppContext.BaseDirectory, "opconform", name);
            if (Directory.Exists(folder))
            {
                Directory.Delete(folder, recursive: true);
            }

            return Directory.CreateDirectory(folder).FullName;
        }
        catch (Exception unwritable) when (unwritable is IOException or UnauthorizedAccessException)
        {
            // What was built may lie where nothing can be written.
            return Directory.CreateTempSubdirectory("opconform-").FullName;
        }
    }
}
