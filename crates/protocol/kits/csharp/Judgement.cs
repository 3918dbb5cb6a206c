using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;

namespace Opconform;

/// <summary>What a maximum departs in, with the smallest operands that show it; it may break several clauses in several types.</summary>
/// <param name="Clause">The clause that it breaks, such as `NET-MAX-NAN`.</param>
/// <param name="Level">`MUST` or `SHOULD`.</param>
/// <param name="Asks">What the clause asks, in a few words.</param>
/// <param name="Words">The words of the document, and where they stand.</param>
/// <param name="Input">The operator, the element type and the shapes.</param>
/// <param name="Operands">The operands where it shows: their bits, and their values.</param>
/// <param name="Got">What came out, or what went wrong instead.</param>
/// <param name="Expected">What was expected.</param>
/// <param name="Cases">In how many cases it shows.</param>
public sealed record Departure(
    string Clause,
    string Level,
    string Asks,
    string Words,
    string Input,
    IReadOnlyList<string> Operands,
    string Got,
    string Expected,
    long Cases)
{
    /// <inheritdoc/>
    public override string ToString() =>
        $"{Level} {Clause}, {Asks}\n   {Input}: {string.Join(", ", Operands)} -> {Got}, in {Cases} cases\n   {Expected}\n   {Words}";
}

/// <summary>The maximum departs from what it is judged by.</summary>
public sealed class DepartureException(Judgement judgement) : Exception(judgement.ToString())
{
    /// <summary>What came of judging it.</summary>
    public Judgement Judgement => judgement;
}

/// <summary>What came of judging a maximum.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Conforms">Whether nothing departs from what it was judged by, and is not known.</param>
/// <param name="Departures">The departures that count, the worst first.</param>
/// <param name="Said">What the suite says of what is known.</param>
/// <param name="Next">Where more is said, in a report that is kept, and what can be typed next; nothing where it conforms.</param>
public sealed record Judgement(string Name, bool Conforms, IReadOnlyList<Departure> Departures, string Said, string Next)
{
    /// <summary>The departures that are told in full.</summary>
    private const int Shown = 5;

    /// <inheritdoc/>
    public override string ToString()
    {
        string count = Departures.Count == 1 ? "1 departure" : $"{Departures.Count} departures";
        var shown = Departures.Take(Shown).Select((departure, index) => $"\n{index + 1}. {departure}\n");
        int more = Departures.Count - Shown;
        var parts = new[] { Said, Next }.Where(part => part.Length > 0).Select(part => $"\n{part}");
        string rest = $"{(more > 0 ? $"\n… and {more} more\n" : "")}{string.Concat(parts)}";
        return $"{Name}: {(Conforms ? "conforms" : count)}\n{string.Concat(shown)}{rest}";
    }

    /// <summary>Reads the report of a run that has ended well, or not; `accepting` says what would accept what it found.</summary>
    internal static Judgement Read(string folder, bool conforms, string said, string accepting)
    {
        using var report = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(folder, "report.json")));
        JsonElement root = report.RootElement;
        var clauses = root.GetProperty("clauses").EnumerateArray().ToDictionary(clause => Text(clause, "id"));
        bool strict = root.GetProperty("strict").GetBoolean();
        bool Counts(JsonElement finding) =>
            Text(finding, "standing") != "distance"
            && (strict || Text(finding, "level") == "MUST")
            && finding.GetProperty("waived").ValueKind == JsonValueKind.Null;
        var counting = root.GetProperty("findings").EnumerateArray().Where(Counts).ToList();
        var departures = counting.GroupBy(finding => Text(finding, "departure"))
            .Select(group => Told(group.First(), group.Sum(finding => finding.GetProperty("cases").GetInt64()), clauses));
        // The program may have another name than the lines of a report know.
        var replays = counting.Take(1).Select(finding => Text(finding.GetProperty("witness"), "replay")["opconform".Length..])
            .Select(words => $"replay   {Shell.Word(Suite.Program)}{words}\n");
        string next = $"look at  {Path.Combine(folder, "index.html")}\n{string.Concat(replays)}accept   {accepting}\n";
        return new(Text(root.GetProperty("backends")[0], "name"), conforms, departures.ToList(), said, conforms ? "" : next);
    }

    private static Departure Told(JsonElement finding, long cases, Dictionary<string, JsonElement> clauses)
    {
        JsonElement clause = clauses[Text(finding, "clause")], witness = finding.GetProperty("witness");
        JsonElement found = witness.GetProperty("found"), turned = clause.GetProperty("turned");
        bool isTurned = turned.ValueKind != JsonValueKind.Null
            && turned.GetProperty("operators").EnumerateArray().Any(name => name.GetString() == Text(finding, "operator"));
        return new(
            Text(finding, "clause"),
            Text(finding, "level"),
            Text(isTurned ? turned : clause, "title"),
            $"“{Text(clause, "words")}” ({Text(clause, "place")})",
            $"{Text(finding, "operator")} of {Text(finding, "dtype")} {Text(witness, "shapes")}",
            witness.GetProperty("operands").EnumerateArray().Select(Element).ToList(),
            found.ValueKind == JsonValueKind.Null ? Text(witness, "symptom") : Element(found),
            Text(witness, "symptom"),
            cases);
    }

    private static string Element(JsonElement element) => $"{Text(element, "hex")} ({Text(element, "decimal")})";

    private static string Text(JsonElement of, string name) => of.GetProperty(name).GetString() ?? "";
}
