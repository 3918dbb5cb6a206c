#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["ai-edge-litert==2.3.0", "numpy==2.4.6"]
# ///
"""LiteRT's ReduceMax loses the greatest number before a NaN: the maximum of 5, NaN and 1 is 1.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# A TFLite model of one operation: REDUCE_MAX of float32 of shape [3], as TensorFlow 2.21.0 converts tf.reduce_max.
MODEL = base64.b64decode(
    """
    HAAAAFRGTDMUACAAHAAYABQAEAAMAAAACAAEABQAAAAcAAAAHAAAAHQAAAA8AQAATAEAAKwCAAADAAAAAAAAAAIAAAA0AAAABAAAANz///8FAAAABAAA
    ABMAAABDT05WRVJTSU9OX01FVEFEQVRBAAgADAAIAAQACAAAAAQAAAAEAAAAEwAAAG1pbl9ydW50aW1lX3ZlcnNpb24ABgAAAMQAAAC8AAAAqAAAAJgA
    AAB0AAAABAAAAG7///8EAAAAYAAAABAAAAAAAAAACAAOAAgABAAIAAAAEAAAACQAAAAAAAYACAAEAAYAAAAEAAAAAAAAAAwAGAAUABAADAAEAAwAAADN
    vKt0fybdiQMAAAACAAAABAAAAAYAAAAyLjIxLjAAANr///8EAAAAEAAAADEuMTEuMAAAAAAAAAAAAAAEAAYABAAAAAAABgAIAAQABgAAAAQAAAAEAAAA
    AAAAAJj+//+c/v//DwAAAE1MSVIgQ29udmVydGVkLgABAAAAFAAAAAAADgAYABQAEAAMAAgABAAOAAAAFAAAABwAAABcAAAAYAAAAGQAAAAEAAAAbWFp
    bgAAAAABAAAAFAAAAAAADgAUAAAAEAAMAAsABAAOAAAAEAAAAAAAABsMAAAAEAAAABz///8BAAAAAgAAAAIAAAAAAAAAAQAAAAEAAAACAAAAAQAAAAAA
    AAADAAAAoAAAAFAAAAAEAAAAgv///wAAAAEQAAAAEAAAAAMAAAAYAAAAbP///wgAAABJZGVudGl0eQAAAAAAAAAAAAAWABwAGAAXABAADAAIAAAAAAAA
    AAcAFgAAAAAAAAEUAAAAFAAAAAIAAAAAAAACFAAAALj///8FAAAAQ29uc3QAAAABAAAAAQAAAAAAFgAYABQAAAAQAAwACAAAAAAAAAAHABYAAAAAAAAB
    FAAAABQAAAABAAAAFAAAAAQABAAEAAAAAQAAAGEAAAABAAAAAwAAAAEAAAAQAAAADAAMAAsAAAAAAAQADAAAAFIAAAAAAABS
    """
)


def run():
    import numpy as np
    from ai_edge_litert.interpreter import Interpreter

    interpreter = Interpreter(model_content=MODEL)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], np.array([5, np.nan, 1], np.float32))
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"]).item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got == got and got != 5
    print(f"ai-edge-litert {version('ai-edge-litert')}: REDUCE_MAX of float32 [5, NaN, 1]")
    print(f"got      {got}")
    print("expected 5.0, or NaN")
    sys.exit(1 if shows else 0)
