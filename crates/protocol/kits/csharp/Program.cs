using System;
using System.Linq;

namespace Opconform;

/// <summary>The process in which functions are called: it is started with their names by the suite, which `Conformance` has started.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (arguments is not [var name, var version, var end, var operands, _, ..])
        {
            Console.Error.WriteLine("this is a library: call Opconform.Conformance");
            return 2;
        }

        try
        {
            var functions = arguments.Skip(4).Select(FunctionName.Found).ToList();
            return Conversation.Hold(new Table(name, version, [], end == "minimum", operands == "folds", functions));
        }
        catch (ArgumentException error)
        {
            Console.Error.WriteLine(error.Message);
            return 2;
        }
    }
}
