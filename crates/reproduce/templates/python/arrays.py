@LAID@def run(inputs):
@STATEMENTS@


def to(array):
@TO@


def back(result):
@BACK@
