using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace Opconform;

/// <summary>A maximum of .NET that this program can be: one for each process, by its name.</summary>
internal sealed record Maximum(
    string Name,
    IReadOnlyList<(string Domain, string Name)> Operators,
    string Profile,
    IReadOnlyList<string> Configuration)
{
    private const string Folds = "Max and Min of ONNX are left folds over operands of one shape";

    public static readonly Maximum TensorPrimitives = new(
        "dotnet",
        [
            ("", "Max"), ("", "Min"),
            ("dotnet", "SpanMax"), ("dotnet", "SpanMaxScalar"), ("dotnet", "SpanMaxReduce"),
            ("dotnet", "SpanMin"), ("dotnet", "SpanMinScalar"), ("dotnet", "SpanMinReduce"),
        ],
        "ieee754-2019",
        ["TensorPrimitives.Max and Min, all overloads; of float both its own and the generic one", Folds]);

    public static readonly Maximum MaxNumber = new(
        "dotnet-maxnumber",
        [("", "Max"), ("", "Min")],
        "dotnet-maxnumber",
        ["TensorPrimitives.MaxNumber and MinNumber of two spans", Folds]);

    public static readonly Maximum Each = new(
        "dotnet-math-max",
        [("", "Max"), ("", "Min")],
        "ieee754-2019",
        [
            "T.Max and T.Min of INumber<T>, a call for each element: of float and double they are Math.Max and Math.Min",
            Folds,
            RuntimeInformation.FrameworkDescription,
        ]);

    public static readonly Maximum Native = new(
        "dotnet-maxnative",
        [("", "Max"), ("", "Min")],
        "dotnet-maxnative",
        ["Vector128.MaxNative and MinNative", Folds, RuntimeInformation.FrameworkDescription]);

    public static readonly Maximum Tensors = new(
        "dotnet-tensor-max",
        [("", "Max"), ("", "Min")],
        "ieee754-2019",
        ["Tensor.Max and Min of two tensors, which broadcast; Max and Min of ONNX are left folds"]);

    public static Maximum? Named(string name) =>
        new[] { TensorPrimitives, MaxNumber, Each, Native, Tensors }.FirstOrDefault(maximum => maximum.Name == name);
}
