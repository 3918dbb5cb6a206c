//! Operands longer than a frame: what stands for one is made whole, and a result as long is told by a few elements.

use opconform_protocol::serve::serve;
use opconform_protocol::{Introduction, Places, read_frame, suite, write_frame};
use opconform_spec::{Case, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

const LENGTH: usize = 5003;

/// The maximum of an operand that 3 elements stand for and a scalar.
fn case(dtype: DType, few: &[u64]) -> Case {
    let inputs = [(&[few.len()][..], few), (&[][..], &[0][..])];
    let tensor = |(shape, bits): (&[usize], &[u64])| Tensor::from_bits(dtype, shape, bits).expect("as many bits");
    let origin = Origin { source: "test".into(), seed: None };
    Case::new(Operator::named("numpy.maximum").expect("an operator"), 1, inputs.map(tensor).to_vec(), "marked", origin)
}

/// What comes of a request to someone who runs cases so.
fn asked(request: &[u8], run: impl Fn(&[Case]) -> Vec<Outcome>) -> Result<Outcome, String> {
    let (mut requests, mut answers) = (Vec::new(), Vec::new());
    write_frame(&mut requests, request).expect("a vector takes it");
    let unavailable = Introduction::Unavailable { reason: String::new(), remedy: String::new() };
    serve(&mut requests.as_slice(), &mut answers, &unavailable, run).map_err(|error| format!("{error:?}"))?;
    let answer = read_frame(&mut answers.as_slice()).expect("an answer");
    let mut outcomes = suite::read_ran(&answer, 7, 1, None).expect("an outcome").outcomes;
    outcomes.swap_remove(0).map_err(|exhausted| exhausted.0)
}

#[test]
fn an_operand_is_made_of_a_few_elements_and_its_result_told_by_a_few() {
    for (dtype, high) in [(DType::U8, 0), (DType::I16, 0x8100)] {
        let few = [3, 8, 9].map(|bits| high | bits);
        let request = suite::run_huge(7, &case(dtype, &few), LENGTH, &[999, 5002]).expect("a request");
        let planted = |cases: &[Case]| {
            let operand = cases[0].inputs[0].to_bits();
            let is_due =
                |(place, &bits): (usize, &u64)| bits == few[usize::from(place == 999) + 2 * usize::from(place == 5002)];
            assert!(operand.len() == LENGTH && operand.iter().enumerate().all(is_due));
            let wrong = [(998, 9), (999, 8), (1500, 5), (4000, 5), (4001, 6), (5002, 9)];
            let wrong = wrong.map(|(place, bits)| (place, high | bits));
            vec![Outcome::Output(vec![Tensor::uniform(dtype, &[LENGTH], high | 3, &wrong)])]
        };
        let Ok(Outcome::Output(told)) = asked(&request, planted) else { panic!("an output") };
        assert_eq!(told[0].to_bits(), [3, 9, 8, 5, 6, 9].map(|bits| high | bits));
        let places = Places { length: LENGTH, places: vec![0, 998, 999, 1500, 4001, 5002] };
        assert_eq!(Places::read(&told[1], told[0].len()), Ok(places));
    }
}

#[test]
fn a_result_of_another_length_and_a_refusal_are_given_as_they_are() {
    let request = suite::run_huge(7, &case(DType::U8, &[3, 8, 9]), LENGTH, &[999, 5002]).expect("a request");
    let Ok(Outcome::Output(told)) = asked(&request, |cases| vec![Outcome::Output(vec![cases[0].inputs[1].clone()])])
    else {
        panic!("an output")
    };
    assert!(told.len() == 1 && told[0].to_bits() == [0]);
    let refused = asked(&request, |_| vec![Outcome::Rejected("no".to_owned())]);
    assert!(matches!(&refused, Ok(Outcome::Rejected(why)) if why == "no"), "{refused:?}");
}

#[test]
fn an_operand_that_cannot_be_made_is_no_request() {
    let refused = |case: &Case, length, places: &[usize], why: &str| {
        let request = suite::run_huge(7, case, length, places).expect("a request");
        let error = asked(&request, |_| panic!("it was run")).expect_err("it cannot be made");
        assert!(error.contains(why), "{error}");
    };
    let (three, one) = (case(DType::U8, &[3, 8, 9]), |dtype| case(dtype, &[3]));
    refused(&three, LENGTH, &[999], "2 elements, and not as many places");
    refused(&three, LENGTH, &[999, 999], "places that do not ascend within 5003 elements");
    refused(&three, 5002, &[999, 5002], "places that do not ascend within 5002 elements");
    refused(&one(DType::U8), 1 << 41, &[], "expected at most 1099511627776");
    refused(&one(DType::F32), LENGTH, &[], "an operand of 1 elements of f32 that stands for a longer one");
}
