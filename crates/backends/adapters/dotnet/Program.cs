// An adapter of opconform for the maxima of .NET: `dotnet run -c Release`, with the name of one of them, or for
// System.Numerics.Tensors.TensorPrimitives.Max.
//
// A child of opconform: reads requests from standard input and writes answers to standard output, as PROTOCOL.md says.
// Nothing but the SDK and System.Numerics.Tensors is used. An ArgumentException of the library is a refusal, after which the
// memory must be as it was.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics.Tensors;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Opconform;

internal static class Program
{
    private const int Protocol = 1;

    private static int Main(string[] arguments)
    {
        string name = arguments.FirstOrDefault() ?? Maximum.TensorPrimitives.Name;
        if (Maximum.Named(name) is not { } maximum)
        {
            Console.Error.WriteLine($"no maximum of .NET that this adapter calls has the name {name}");
            return 2;
        }

        using Stream requests = Console.OpenStandardInput();
        using Stream answers = Console.OpenStandardOutput();
        // What a library prints must not end up among the answers.
        Console.SetOut(Console.Error);
        try
        {
            Converse(maximum, requests, answers);
            return 0;
        }
        catch (Exception error) when (
            error is IOException or InvalidDataException or JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            Console.Error.WriteLine($"a request that is none: {error.Message}");
            return 2;
        }
    }

    private static void Converse(Maximum maximum, Stream requests, Stream answers)
    {
        while (Frame.Read(requests) is { } frame)
        {
            switch (frame.Message.GetProperty("type").GetString())
            {
                case "start":
                    Frame.Write(answers, Started(maximum), []);
                    break;
                case "run":
                    Run(maximum, frame, answers);
                    break;
                case "stop":
                    return;
                case var type:
                    throw new InvalidDataException($"a request of type {type}, expected start, run or stop");
            }
        }
    }

    private static JsonObject Started(Maximum maximum)
    {
        Assembly library = typeof(TensorPrimitives).Assembly;
        string? version = library.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
        var operators = maximum.Operators.Select(
            found => (JsonNode)new JsonObject { ["domain"] = found.Domain, ["name"] = found.Name });
        return new JsonObject
        {
            ["type"] = "started",
            ["protocol"] = Protocol,
            ["name"] = maximum.Name,
            // Without the commit that follows a plus sign.
            ["version"] = (version ?? $"{library.GetName().Version}").Split('+')[0],
            ["language"] = $"C#, {RuntimeInformation.FrameworkDescription}",
            ["os"] = RuntimeInformation.RuntimeIdentifier,
            ["cpu_features"] = Strings(CpuFeatures()),
            ["dtypes"] = Strings(ElementTypes.All.Keys.Select(type => type.ToLowerInvariant())),
            ["operators"] = new JsonArray(operators.ToArray()),
            ["profile"] = maximum.Profile,
            ["configuration"] = Strings(maximum.Configuration),
        };
    }

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

    private static void Run(Maximum maximum, Frame frame, Stream answers)
    {
        var outcomes = new JsonArray();
        var results = new List<KeyValuePair<string, Tensor>>();
        foreach (JsonElement message in frame.Message.GetProperty("cases").EnumerateArray())
        {
            JsonNode outcome = Outcome(maximum, Case.Read(message, frame.Tensors), $"{outcomes.Count}.0", results);
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
    private static JsonObject Outcome(
        Maximum maximum,
        Case given,
        string name,
        List<KeyValuePair<string, Tensor>> results)
    {
        try
        {
            results.Add(new(name, ElementTypes.Of(given).Run(given, maximum)));
            return new JsonObject { ["outcome"] = "output", ["tensors"] = new JsonArray(name) };
        }
        catch (UnsupportedException lack)
        {
            return new JsonObject { ["outcome"] = "unsupported", ["reason"] = lack.Message };
        }
        catch (RejectedException refusal)
        {
            return new JsonObject { ["outcome"] = "rejected", ["message"] = refusal.Message };
        }
        catch (MalformedException malformed)
        {
            return new JsonObject { ["outcome"] = "malformed", ["message"] = malformed.Message };
        }
        catch (OutOfMemoryException exhausted)
        {
            return new JsonObject { ["outcome"] = "exhausted", ["message"] = exhausted.Message };
        }
        catch (Exception error)
        {
            return new JsonObject { ["outcome"] = "error", ["message"] = $"{error.GetType().Name}: {error.Message}" };
        }
    }
}
