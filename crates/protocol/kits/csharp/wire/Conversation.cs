using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Opconform;

/// <summary>What an implementation says of itself; its element types are in small letters, as the protocol has them.</summary>
internal sealed record About(
    string Name,
    string Version,
    IReadOnlyList<(string Domain, string Name)> Operators,
    IEnumerable<string> ElementTypes,
    IReadOnlyList<string> Claims,
    IEnumerable<string> Configuration);

/// <summary>An implementation that is given whole cases.</summary>
internal interface IImplementation
{
    About About { get; }

    /// <exception cref="RejectedException">It refused.</exception>
    /// <exception cref="UnsupportedException">It has nothing for the case.</exception>
    /// <exception cref="MalformedException">It gave what is no answer.</exception>
    Tensor Run(Case given);
}

/// <summary>The conversation of an adapter with opconform, on standard input and output, as PROTOCOL.md says.</summary>
internal sealed class Conversation(IImplementation implementation, Stream requests, Stream answers)
{
    private const int Protocol = 1;

    /// <summary>Answers until there are no more requests, and returns the exit code of the program.</summary>
    public static int Hold(IImplementation implementation)
    {
        using Stream requests = Console.OpenStandardInput();
        using Stream answers = Console.OpenStandardOutput();
        // What an implementation prints must not end up among the answers.
        Console.SetOut(Console.Error);
        try
        {
            new Conversation(implementation, requests, answers).AnswerAll();
            return 0;
        }
        catch (Exception error) when (
            error is IOException or InvalidDataException or JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            Console.Error.WriteLine($"a request that is none: {error.Message}");
            return 2;
        }
    }

    private void AnswerAll()
    {
        while (Frame.Read(requests) is { } frame)
        {
            switch (frame.Message.GetProperty("type").GetString())
            {
                case "start":
                    Frame.Write(answers, Started(implementation.About), []);
                    break;
                case "run":
                    Run(frame);
                    break;
                case "stop":
                    return;
                case var type:
                    throw new InvalidDataException($"a request of type {type}, expected start, run or stop");
            }
        }
    }

    private static JsonObject Started(About about) => new()
    {
        ["type"] = "started",
        ["protocol"] = Protocol,
        ["name"] = about.Name,
        ["version"] = about.Version,
        ["language"] = $"C#, {RuntimeInformation.FrameworkDescription}",
        ["os"] = RuntimeInformation.RuntimeIdentifier,
        ["cpu_features"] = Strings(CpuFeatures()),
        ["dtypes"] = Strings(about.ElementTypes),
        ["operators"] = new JsonArray(about.Operators.Select(
            found => (JsonNode)new JsonObject { ["domain"] = found.Domain, ["name"] = found.Name }).ToArray()),
        ["profile"] = about.Claims.Count == 0 ? null : Strings(about.Claims),
        ["configuration"] = Strings(about.Configuration),
    };

    private static JsonArray Strings(IEnumerable<string> texts) =>
        new(texts.Select(text => (JsonNode)text).ToArray());

    private static IEnumerable<string> CpuFeatures()
    {
        (string Name, bool Supported)[] features =
        [
            ("sse4.1", Sse41.IsSupported), ("avx", Avx.IsSupported), ("avx2", Avx2.IsSupported), ("fma", Fma.IsSupported),
            ("avx512f", Avx512F.IsSupported), ("avx512bw", Avx512BW.IsSupported), ("neon", AdvSimd.IsSupported),
        ];
        return features.Where(feature => feature.Supported).Select(feature => feature.Name);
    }

    private void Run(Frame frame)
    {
        var outcomes = new JsonArray();
        var results = new List<KeyValuePair<string, Tensor>>();
        foreach (JsonElement message in frame.Message.GetProperty("cases").EnumerateArray())
        {
            JsonNode outcome = Outcome(Case.Read(message, frame.Tensors), $"{outcomes.Count}.0", results);
            outcomes.Add(outcome);
        }

        var answer = new JsonObject
        {
            ["type"] = "ran",
            ["seq"] = frame.Message.GetProperty("seq").GetUInt64(),
            ["outcomes"] = outcomes,
        };
        Frame.Write(answers, answer, results);
    }

    /// <summary>The outcome of a case; an output is added to the results, under a name.</summary>
    private JsonObject Outcome(Case given, string name, List<KeyValuePair<string, Tensor>> results)
    {
        try
        {
            Tensor result = implementation.Run(given);
            // Half a frame is room enough for the header.
            if (results.Sum(other => (long)other.Value.Bytes.Length) + result.Bytes.Length > Frame.Limit / 2)
            {
                throw new UnsupportedException("the results of this batch are longer than a frame");
            }

            results.Add(new(name, result));
            return new JsonObject { ["outcome"] = "output", ["tensors"] = new JsonArray(name) };
        }
        catch (UnsupportedException lack)
        {
            return new JsonObject { ["outcome"] = "unsupported", ["reason"] = lack.Message };
        }
        catch (RejectedException refusal)
        {
            return Said("rejected", refusal.Message);
        }
        catch (MalformedException malformed)
        {
            return Said("malformed", malformed.Message);
        }
        catch (OutOfMemoryException exhausted)
        {
            return Said("exhausted", exhausted.Message);
        }
        catch (Exception error)
        {
            return Said("error", $"{error.GetType().Name}: {error.Message}");
        }
    }

    private static JsonObject Said(string outcome, string message) => new() { ["outcome"] = outcome, ["message"] = message };
}
