/* Java's Math.max and Math.min, called in a virtual machine of this process, from -ljvm: `opconform_maximum math-max`. */
#include <jni.h>

static JNIEnv *java;
static jclass math;
static jmethodID max_float, min_float, max_double, min_double;

/* The arguments pass as they are: by a variable argument list a float would pass as a double, and a signalling NaN be quieted. */
static float call_float(jmethodID method, float x, float y) {
    return (*java)->CallStaticFloatMethodA(java, math, method, (jvalue[]){{.f = x}, {.f = y}});
}

static double call_double(jmethodID method, double x, double y) {
    return (*java)->CallStaticDoubleMethodA(java, math, method, (jvalue[]){{.d = x}, {.d = y}});
}

static float max32(float x, float y) { return call_float(max_float, x, y); }
static float min32(float x, float y) { return call_float(min_float, x, y); }
static double max64(double x, double y) { return call_double(max_double, x, y); }
static double min64(double x, double y) { return call_double(min_double, x, y); }

static const struct backend BACKENDS[] = {
    {"math-max",
     {.name = "java-math-max", .claims = "java", SINGLE_AND_DOUBLE(max32, min32, max64, min64), AS_MAXIMUM,
      .configuration = "Math.max and Math.min of float and double, by JNI, a call for each element"}},
};

static jmethodID method(const char *name, const char *signature) {
    jmethodID found = (*java)->GetStaticMethodID(java, math, name, signature);
    if (!found) opconform_fail("java.lang.Math has no such method");
    return found;
}

static const char *version(void) {
    jclass system = (*java)->FindClass(java, "java/lang/System");
    jmethodID get = system ? (*java)->GetStaticMethodID(java, system, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;") : NULL;
    jstring name = (*java)->NewStringUTF(java, "java.version");
    jstring found = get && name ? (*java)->CallStaticObjectMethodA(java, system, get, &(jvalue){.l = name}) : NULL;
    const char *text = found ? (*java)->GetStringUTFChars(java, found, NULL) : NULL;
    return text ? text : "unknown";
}

static struct opconform chosen(int count, char **arguments) {
    if (count != 2) opconform_fail("usage: opconform_maximum math-max");
    struct opconform of = named(BACKENDS, sizeof BACKENDS / sizeof *BACKENDS, arguments[1]);
    JavaVM *machine;
    /* What it prints must not end up among the answers, and the address space of an adapter is bounded. */
    JavaVMOption options[] = {
        {"-XX:+DisplayVMOutputToStderr", NULL}, {"-XX:-UsePerfData", NULL},           {"-XX:+UseSerialGC", NULL},
        {"-Xmx64m", NULL},                      {"-XX:ReservedCodeCacheSize=32m", NULL}, {"-XX:CompressedClassSpaceSize=16m", NULL},
    };
    JavaVMInitArgs settings = {
        .version = JNI_VERSION_10, .nOptions = sizeof options / sizeof *options, .options = options, .ignoreUnrecognized = JNI_TRUE};
    if (JNI_CreateJavaVM(&machine, (void **)&java, &settings) != JNI_OK) opconform_fail("no virtual machine of Java's starts");
    math = (*java)->FindClass(java, "java/lang/Math");
    if (!math) opconform_fail("Java has no java.lang.Math");
    max_float = method("max", "(FF)F");
    min_float = method("min", "(FF)F");
    max_double = method("max", "(DD)D");
    min_double = method("min", "(DD)D");
    of.version = version();
    return of;
}
