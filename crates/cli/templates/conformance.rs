//! The maximum that is judged, by `cargo test`.

#[test]
fn maximum_conforms() {
    // Call yours here.
    fn maximum(x: f32, y: f32) -> f32 {
        if x > y { x } else { y }
    }
    opconform::judge(maximum).named("@backend@").against("@against@").known("expectations").assert();
}
