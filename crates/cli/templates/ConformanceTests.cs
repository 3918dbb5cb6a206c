using Opconform;
using Xunit;

public class ConformanceTests
{
    // Call yours here.
    static float Maximum(float x, float y) => x > y ? x : y;

    [Fact]
    public void MaximumConforms() =>
        Conformance.Of<float>(Maximum).Named("@backend@").Against("@against@").Known("expectations").Assert();
}
