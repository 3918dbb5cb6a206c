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
    private const string Forms = Folds + ", or a tensor and a scalar; ReduceMax and ReduceMin are of the last axes";

    private static readonly (string Domain, string Name)[] Onnx = [("", "Max"), ("", "Min")];
    private static readonly (string Domain, string Name)[] Reducing = [.. Onnx, ("", "ReduceMax"), ("", "ReduceMin")];

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
        Reducing,
        "dotnet-maxnumber",
        ["TensorPrimitives.MaxNumber and MinNumber: of two spans, of a span and a scalar, of a span", Forms]);

    public static readonly Maximum MaxMagnitude = new(
        "dotnet-maxmagnitude",
        Reducing,
        "dotnet-maxmagnitude",
        ["TensorPrimitives.MaxMagnitude and MinMagnitude: of two spans, of a span and a scalar, of a span", Forms]);

    public static readonly Maximum MaxMagnitudeNumber = new(
        "dotnet-maxmagnitudenumber",
        Reducing,
        "dotnet-maxmagnitudenumber",
        [
            "TensorPrimitives.MaxMagnitudeNumber and MinMagnitudeNumber: of two spans, of a span and a scalar, of a span",
            Forms,
        ]);

    public static readonly Maximum Enumerable = new(
        "dotnet-enumerable-max",
        Reducing,
        "dotnet-enumerable-max",
        [
            "Enumerable.Max and Min: of each two elements, or of an array",
            Folds + "; ReduceMax and ReduceMin are of the last axes",
            RuntimeInformation.FrameworkDescription,
        ]);

    public static readonly Maximum Each = new(
        "dotnet-math-max",
        Onnx,
        "ieee754-2019",
        [
            "T.Max and T.Min of INumber<T>, a call for each element: of float and double they are Math.Max and Math.Min",
            Folds,
            RuntimeInformation.FrameworkDescription,
        ]);

    public static readonly Maximum EachNumber = new(
        "dotnet-t-maxnumber",
        Onnx,
        "dotnet-maxnumber",
        ["T.MaxNumber and T.MinNumber of INumber<T>, a call for each element", Folds, RuntimeInformation.FrameworkDescription]);

    public static readonly Maximum EachMagnitude = new(
        "dotnet-t-maxmagnitude",
        Onnx,
        "dotnet-maxmagnitude",
        [
            "T.MaxMagnitude and T.MinMagnitude of INumberBase<T>, a call for each element",
            Folds,
            RuntimeInformation.FrameworkDescription,
        ]);

    public static readonly Maximum Vectors = new(
        "dotnet-vector128-max",
        Onnx,
        "dotnet-vector128-max",
        ["Vector128.Max and Min", Folds, RuntimeInformation.FrameworkDescription]);

    public static readonly Maximum Native = new(
        "dotnet-maxnative",
        Onnx,
        "dotnet-maxnative",
        ["Vector128.MaxNative and MinNative", Folds, RuntimeInformation.FrameworkDescription]);

    public static readonly Maximum Tensors = new(
        "dotnet-tensor-max",
        Reducing,
        "ieee754-2019",
        [
            "Tensor.Max and Min: of two tensors, which broadcast, of a tensor and a scalar, of a tensor",
            "Max and Min of ONNX are left folds; ReduceMax and ReduceMin are of the last axes",
        ]);

    public static Maximum? Named(string name) =>
        new[]
        {
            TensorPrimitives, MaxNumber, MaxMagnitude, MaxMagnitudeNumber, Each, EachNumber, EachMagnitude, Vectors, Native,
            Enumerable, Tensors,
        }.FirstOrDefault(maximum => maximum.Name == name);
}
