using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Opconform;

/// <summary>A tensor as it travels: safetensors' name of its type, its shape, and its elements, little-endian.</summary>
internal sealed record Tensor(string Type, int[] Shape, byte[] Bytes)
{
    /// <summary>The bytes of an element, by the name of its type.</summary>
    public static readonly IReadOnlyDictionary<string, int> Sizes = new Dictionary<string, int>
    {
        ["BF16"] = 2, ["F16"] = 2, ["F32"] = 4, ["F64"] = 8, ["BOOL"] = 1,
        ["I8"] = 1, ["I16"] = 2, ["I32"] = 4, ["I64"] = 8, ["U8"] = 1, ["U16"] = 2, ["U32"] = 4, ["U64"] = 8,
    };
}

/// <summary>A frame: a message and tensors by name, as safetensors. PROTOCOL.md says how it is laid out.</summary>
internal sealed record Frame(JsonElement Message, IReadOnlyDictionary<string, Tensor> Tensors)
{
    /// <summary>The longest frame, in bytes.</summary>
    public const int Limit = 1 << 26;

    /// <summary>A quotation mark within a text is two characters, and not six.</summary>
    private static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The longest header, in bytes.</summary>
    private const int HeaderLimit = 1 << 23;

    /// <summary>The next frame; null at the end of the stream.</summary>
    /// <exception cref="InvalidDataException">What was read is no frame.</exception>
    public static Frame? Read(Stream stream)
    {
        var lengthBytes = new byte[8];
        int found = stream.ReadAtLeast(lengthBytes, 8, throwOnEndOfStream: false);
        if (found == 0)
        {
            return null;
        }

        ulong length = found == 8 ? BinaryPrimitives.ReadUInt64LittleEndian(lengthBytes) : 0;
        if (length < 8 || length > (ulong)Limit)
        {
            throw new InvalidDataException($"a frame of {length} bytes, expected 8 to {Limit}");
        }

        var frame = new byte[length];
        stream.ReadExactly(frame);
        ulong headerLength = BinaryPrimitives.ReadUInt64LittleEndian(frame);
        if (headerLength > length - 8 || headerLength > HeaderLimit)
        {
            throw new InvalidDataException($"a header of {headerLength} bytes in a frame of {length}");
        }

        int data = 8 + (int)headerLength;
        using JsonDocument header = JsonDocument.Parse(frame.AsMemory(8, (int)headerLength));
        var tensors = new Dictionary<string, Tensor>();
        foreach (JsonProperty entry in header.RootElement.EnumerateObject())
        {
            if (entry.Name != "__metadata__")
            {
                tensors[entry.Name] = ReadTensor(entry.Value, frame.AsSpan(data));
            }
        }

        string message = header.RootElement.GetProperty("__metadata__").GetProperty("opconform").GetString()!;
        using JsonDocument document = JsonDocument.Parse(message);
        return new Frame(document.RootElement.Clone(), tensors);
    }

    /// <summary>Writes a message and tensors by name.</summary>
    public static void Write(Stream stream, JsonObject message, IReadOnlyList<KeyValuePair<string, Tensor>> tensors)
    {
        var header = new JsonObject
        {
            ["__metadata__"] = new JsonObject { ["opconform"] = message.ToJsonString(Readable) },
        };
        int position = 0;
        foreach ((string name, Tensor tensor) in tensors)
        {
            int end = position + tensor.Bytes.Length;
            header[name] = new JsonObject
            {
                ["dtype"] = tensor.Type,
                ["shape"] = new JsonArray(Array.ConvertAll(tensor.Shape, dim => (JsonNode)dim)),
                ["data_offsets"] = new JsonArray(position, end),
            };
            position = end;
        }

        string text = header.ToJsonString(Readable);
        int textLength = Encoding.UTF8.GetByteCount(text);
        // The data begin at a multiple of 8 bytes.
        int headerLength = (textLength + 7) / 8 * 8;
        var start = new byte[16 + headerLength];
        BinaryPrimitives.WriteUInt64LittleEndian(start, (ulong)(8 + headerLength + position));
        BinaryPrimitives.WriteUInt64LittleEndian(start.AsSpan(8), (ulong)headerLength);
        Encoding.UTF8.GetBytes(text, start.AsSpan(16));
        start.AsSpan(16 + textLength).Fill((byte)' ');
        stream.Write(start);
        foreach ((string _, Tensor tensor) in tensors)
        {
            stream.Write(tensor.Bytes);
        }

        stream.Flush();
    }

    private static Tensor ReadTensor(JsonElement entry, ReadOnlySpan<byte> data)
    {
        int[] shape = Integers(entry.GetProperty("shape"));
        int[] offsets = Integers(entry.GetProperty("data_offsets"));
        if (offsets.Length != 2 || offsets[0] < 0 || offsets[1] < offsets[0] || offsets[1] > data.Length)
        {
            throw new InvalidDataException($"a tensor that lies outside the {data.Length} bytes of its frame");
        }

        string type = entry.GetProperty("dtype").GetString()!;
        if (!Tensor.Sizes.TryGetValue(type, out int size) || Product(shape) != (offsets[1] - offsets[0]) / (double)size)
        {
            throw new InvalidDataException($"a tensor of {type} [{string.Join(", ", shape)}] in {offsets[1] - offsets[0]} bytes");
        }

        return new Tensor(type, shape, data[offsets[0]..offsets[1]].ToArray());
    }

    /// <summary>The number of elements of a shape.</summary>
    /// <exception cref="InvalidDataException">A dimension is negative.</exception>
    public static long Product(IReadOnlyList<int> shape)
    {
        long product = 1;
        foreach (int dim in shape)
        {
            if (dim < 0)
            {
                throw new InvalidDataException($"a dimension of {dim}");
            }

            // What is too much to be counted is too much, unless another dimension is 0.
            product = dim == 0 || product <= long.MaxValue / dim ? product * dim : long.MaxValue;
        }

        return product;
    }

    /// <summary>The integers of a JSON list.</summary>
    public static int[] Integers(JsonElement list)
    {
        var integers = new List<int>();
        foreach (JsonElement element in list.EnumerateArray())
        {
            integers.Add(element.GetInt32());
        }

        return integers.ToArray();
    }
}
