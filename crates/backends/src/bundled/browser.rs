//! The pages that this binary carries, each in a browser without a window: what Chromium computes by itself, and ONNX Runtime's
//! package for browsers where it is meant for.

use opconform_protocol::kits;

use super::files;
use super::node::{ONNX_RUNTIME, Package, has_node};
use crate::backend::Unavailable;

const PAGES: &[(&str, &str)] = &[
    ("math-max.html", include_str!("../../adapters/browser/math-max.html")),
    ("webgpu.html", include_str!("../../adapters/browser/webgpu.html")),
    ("webnn.html", include_str!("../../adapters/browser/webnn.html")),
    ("onnxruntime-web.html", include_str!("../../adapters/browser/onnxruntime-web.html")),
    ONNX_RUNTIME,
];

/// What Chromium needs for WebGPU where there is no graphics card: a device in software.
pub(crate) const WEBGPU: &[&str] = &["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
/// What Chromium needs for `WebNN`, which is behind a flag, and which it disables where it can draw nothing: it draws in software.
pub(crate) const WEBNN: &[&str] =
    &["--enable-features=WebMachineLearningNeuralNetwork", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/// The words of the command that shows a page, with flags for the browser.
pub(crate) fn page(page: &str, flags: &[&str]) -> Result<Vec<String>, Unavailable> {
    has_node()?;
    let folder = files::written("browser", &[PAGES, &kits::BROWSER].concat())?;
    let place = |name: &str| folder.join(name).display().to_string();
    let words = ["node".to_owned(), place(kits::BROWSER[0].0), place(page)];
    Ok(words.into_iter().chain(flags.iter().map(|&flag| flag.to_owned())).collect())
}

/// The words of the command that shows ONNX Runtime's package for browsers, as `opconform setup` has installed it.
pub(crate) fn onnxruntime(provider: &str, flags: &[&str]) -> Result<Vec<String>, Unavailable> {
    let packages = Package { name: "onnxruntime-web" }.folder(None)?;
    let words = page(&format!("onnxruntime-web.html?provider={provider}"), flags)?;
    Ok(words.into_iter().chain([packages.display().to_string()]).collect())
}
