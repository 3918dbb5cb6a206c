//! The sources together: registered, stable, within their budget, and reaching what they are there to reach.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Instant;

use opconform_cases::stats::{ShapeClass, Stats};
use opconform_cases::{Asked, SOURCES, Settings, all, those};
use opconform_spec::{Case, Domain, Operator, Way};
use opconform_tensor::{Class, DType};
use xxhash_rust::xxh3::xxh3_64;

/// The cases of each source.
static GENERATED: LazyLock<Vec<Vec<Case>>> =
    LazyLock::new(|| SOURCES.iter().map(|source| (source.generate)(&Settings::default(), &Asked::ALL)).collect());

/// The cases of a run.
static DEFAULT: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let start = Instant::now();
    let cases = all(&Settings::default());
    println!("{} cases in {:?}", cases.len(), start.elapsed());
    cases
});

static DEFAULT_STATS: LazyLock<Stats> = LazyLock::new(|| Stats::of(DEFAULT.iter()));

/// The classes that a value of a float type can have.
const FLOAT_CLASSES: [Class; 10] = [
    Class::QuietNan,
    Class::SignallingNan,
    Class::NegativeInfinity,
    Class::NegativeNormal,
    Class::NegativeSubnormal,
    Class::NegativeZero,
    Class::PositiveZero,
    Class::PositiveSubnormal,
    Class::PositiveNormal,
    Class::PositiveInfinity,
];

/// The float types of `Max`.
fn floats() -> impl Iterator<Item = DType> {
    numbers().filter(|dtype| dtype.is_float())
}

/// The types of `Max`.
fn numbers() -> impl Iterator<Item = DType> {
    let max = Operator::named("Max").expect("Max");
    (max.types)(max.newest()).iter().copied()
}

/// The classes of a float type, which has infinities and signalling NaNs or neither.
fn classes(dtype: DType) -> impl Iterator<Item = Class> + Clone {
    let is_of_all = |class| !matches!(class, Class::SignallingNan | Class::NegativeInfinity | Class::PositiveInfinity);
    let has_all = dtype.float().is_some_and(|float| float.infinity().is_some());
    FLOAT_CLASSES.into_iter().filter(move |&class| has_all || is_of_all(class))
}

/// What `stats` lack of every ordered pair of classes in every float type, and of every shape class in every numeric type.
fn missing(stats: &Stats) -> Vec<String> {
    let pairs = DType::ALL.into_iter().filter(|dtype| dtype.is_float()).flat_map(|dtype| {
        let ordered = classes(dtype).flat_map(move |first| classes(dtype).map(move |second| (first, second)));
        ordered.map(move |(first, second)| (dtype, first, second))
    });
    let pairs = pairs.filter(|pair| !stats.pairs.contains_key(pair)).map(|pair| format!("{pair:?}"));
    let classes = ShapeClass::ALL.into_iter().filter(|&class| class != ShapeClass::NoOperand);
    let shapes = classes.flat_map(|class| numbers().map(move |dtype| (dtype.name(), class)));
    let shapes = shapes.filter(|shape| !stats.shapes.contains_key(shape)).map(|shape| format!("{shape:?}"));
    pairs.chain(shapes).collect()
}

#[test]
fn every_source_file_is_registered() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/source");
    let paths = std::fs::read_dir(folder).expect("the folder of sources").map(|entry| entry.expect("an entry").path());
    let files: BTreeSet<String> =
        paths.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(files, SOURCES.iter().map(|source| source.name.to_owned()).collect());
}

/// Another digest means other cases: reports that name the old ones cannot be compared with new ones.
#[test]
fn the_cases_are_the_same_everywhere() {
    let digests = |is_of: fn(&Case) -> bool| -> Vec<String> {
        let each = SOURCES.iter().zip(&*GENERATED).map(|(source, cases)| {
            assert!(cases.iter().all(|case| case.origin.source == source.name), "{}", source.name);
            let ids: Vec<&str> = cases.iter().filter(|case| is_of(case)).map(Case::id).collect();
            format!("{} {} {:016x}", source.name, ids.len(), xxh3_64(ids.join("\n").as_bytes()))
        });
        each.collect()
    };
    let all = [
        "printed 50 a20f542f04394b76",
        "edge 3884 aefad0346ee1787f",
        "sweep 8562 91542bc85cd74c4c",
        "shape 1917 0ae6c908824eaa24",
        "variadic 819 ee1180a7ddcf17ba",
        "types 314 180577515a047b3c",
        "minimum 3879 0f54c0a8fff63abc",
        "reduce 4656 c5a7584ac300155c",
        "span 3098 0d5220079d9064ad",
        "length 3906 7f77f74e13da5596",
        "row 5958 77717bb9de99cd29",
        "stretch 1004 32394e7c10154ec2",
        "numpy 3516 ebedcbc5580c9030",
        "paddle 1266 e4bf577408f22f66",
        "way 4478 0d59a38910e06cec",
        "random 800 56507fffc501bbcb",
        "clip 1446 4e4316eb14e9b02f",
        "view 784 1a5e6b7e0f03f912",
        "threshold 0 2d06800538d394c2",
        "beyond 549 8b60ca0b761d0597",
        "small 3939 1a91a59d79823708",
    ];
    assert_eq!(digests(|_| true), all);
    // What there was before floats of 8 bits, Clip and views is what there is without them.
    let before = [
        "printed 50 a20f542f04394b76",
        "edge 3884 aefad0346ee1787f",
        "sweep 8562 91542bc85cd74c4c",
        "shape 1917 0ae6c908824eaa24",
        "variadic 819 ee1180a7ddcf17ba",
        "types 308 9b3562e27186dc6a",
        "minimum 3873 eaf036278c7dcbfe",
        "reduce 4644 4c4ceb6524f2454f",
        "span 3098 0d5220079d9064ad",
        "length 3766 f6ecdddc3e2c22c1",
        "row 5792 91892a77e3bc276f",
        "stretch 984 00f63648a2f3f8dd",
        "numpy 3360 8adb7f8c0fdd258b",
        "paddle 1264 d4d8846b00f9fe71",
        "way 4478 0d59a38910e06cec",
        "random 800 56507fffc501bbcb",
    ];
    let mut without = digests(|case| case.inputs.iter().all(|input| !input.dtype().is_float8()));
    for later in ["small ", "beyond ", "threshold ", "view ", "clip "] {
        assert!(without.pop().is_some_and(|last| last.starts_with(later)));
    }
    assert_eq!(without, before);
}

/// Who asks for less gets less of the same, and in the same order.
#[test]
fn what_nobody_asks_for_is_left_out_and_nothing_else() {
    type IsAsked = fn(&Operator, DType) -> bool;
    let asked: [IsAsked; 6] = [
        |operator, dtype| operator.qualified() == "Max" && dtype == DType::F32,
        |operator, dtype| operator.name.starts_with("Min") && dtype.is_float(),
        |operator, dtype| operator.name.starts_with("Reduce") && matches!(dtype, DType::I64 | DType::Bool),
        |operator, dtype| operator.domain == Domain::DotNet && dtype == DType::U16,
        |operator, _| matches!(operator.domain, Domain::NumPy | Domain::Paddle),
        |_, _| false,
    ];
    for (place, is_asked) in asked.into_iter().enumerate() {
        let is_of = |case: &&Case| match case.operands() {
            [] => DType::ALL.into_iter().any(|dtype| is_asked(case.operator, dtype)),
            operands => operands.iter().all(|operand| is_asked(case.operator, operand.dtype())),
        };
        let expected: Vec<&str> = DEFAULT.iter().filter(is_of).map(Case::id).collect();
        let those = those(&Settings::default(), Asked::of(&is_asked));
        assert_eq!(those.iter().map(Case::id).collect::<Vec<_>>(), expected, "{place}");
        assert_eq!(expected.is_empty(), place + 1 == asked.len(), "{place}");
    }
}

#[test]
fn ids_are_unique_across_sources() {
    let unique = |cases: &[Case]| cases.iter().map(Case::id).collect::<BTreeSet<_>>().len();
    assert_eq!(unique(&DEFAULT), DEFAULT.len());
    for (source, cases) in SOURCES.iter().zip(&*GENERATED).filter(|(source, _)| source.name != "random") {
        assert_eq!(unique(cases), cases.len(), "{}", source.name);
    }
}

#[test]
fn the_default_run_keeps_its_budget() {
    let Stats { cases, output_elements, input_bytes, signatures, .. } = *DEFAULT_STATS;
    println!("{output_elements} elements of output, {input_bytes} bytes of input, {signatures} signatures");
    assert!((20_000..=55_000).contains(&cases), "{cases} cases");
    assert!(output_elements <= 35_000_000, "{output_elements} elements to compute and to judge");
    assert!(signatures <= 15_500, "{signatures} models for an ONNX runtime to compile");
    assert!(input_bytes <= 425_000_000, "{input_bytes} bytes of operands");
}

#[test]
fn the_default_run_reaches_everything() {
    assert_eq!(missing(&DEFAULT_STATS), [""; 0]);
    assert!((0..=9).all(|rank| DEFAULT_STATS.ranks.contains_key(&rank)), "{:?}", DEFAULT_STATS.ranks);
}

#[test]
fn nans_of_every_float_type_meet_numbers_and_other_nans() {
    let mut met: BTreeMap<DType, BTreeSet<&str>> = BTreeMap::new();
    let two = DEFAULT.iter().filter(|case| matches!(case.inputs.as_slice(), [a, b] if a.shape() == b.shape()));
    for case in two.filter(|case| case.origin.source == "edge" && case.inputs[0].dtype().is_float()) {
        let dtype = case.inputs[0].dtype();
        let met = met.entry(dtype).or_default();
        for (a, b) in case.inputs[0].to_bits().into_iter().zip(case.inputs[1].to_bits()) {
            let (first, second) = (Class::of(dtype, a), Class::of(dtype, b));
            met.insert(match (first.is_nan(), second.is_nan()) {
                (true, true) if a == b => "the same NaN",
                (true, true) if first != second => "quiet and signalling",
                (true, true) => "another payload or sign",
                (true, false) => "NaN first",
                (false, true) => "NaN second",
                (false, false) => "no NaN",
            });
        }
    }
    for dtype in floats() {
        assert_eq!(met[&dtype].len(), 6, "{dtype}: {:?}", met[&dtype]);
    }
}

#[test]
fn every_numeric_type_meets_one_operand_of_rank_zero_and_of_no_elements() {
    for shape in [&[] as &[usize], &[2, 0]] {
        let alone = DEFAULT.iter().filter(|case| matches!(case.inputs.as_slice(), [one] if one.shape() == shape));
        let dtypes: BTreeSet<DType> = alone.map(|case| case.inputs[0].dtype()).collect();
        assert!(numbers().all(|dtype| dtypes.contains(&dtype)), "{shape:?}: {dtypes:?}");
    }
}

#[test]
fn the_readme_counts_the_ways() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).expect("README.md");
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    let (all, of_models) = (Way::all().count() - 1, Way::of_models().count() - 1);
    let taken: BTreeSet<Way> = DEFAULT.iter().map(|case| case.way).filter(|&way| way != Way::Plain).collect();
    let said = [
        format!("asked in {of_models} others"),
        format!("given views in {}:", all - of_models),
        format!("takes {} of these {all} ways", taken.len()),
    ];
    for said in said {
        assert!(readme.contains(&said), "README.md: {said}");
    }
}
