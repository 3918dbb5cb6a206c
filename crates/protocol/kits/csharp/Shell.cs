using System.Collections.Generic;
using System.Linq;

namespace Opconform;

/// <summary>Words as a shell takes them.</summary>
internal static class Shell
{
    /// <summary>Words as one line.</summary>
    public static string Line(IEnumerable<string> words) => string.Join(' ', words.Select(Word));

    /// <summary>A text as one word, in quotes where it needs them.</summary>
    public static string Word(string text)
    {
        bool isPlain = text.Length > 0 && text.All(c => char.IsAsciiLetterOrDigit(c) || "@%+=:,./_-".Contains(c));
        return isPlain ? text : $"'{text.Replace("'", "'\\''")}'";
    }
}
