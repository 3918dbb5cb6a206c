//! What a session of ONNX Runtime is told besides, by the variables of a setting.

use ort::ep::CPU;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};

use crate::backend::Unavailable;
use crate::setting::chosen;

/// The options of a session; what is left out is as the library has it.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionOptions {
    optimization: Option<GraphOptimizationLevel>,
    has_no_arena: bool,
    has_no_pattern: bool,
}

impl SessionOptions {
    /// What the environment says.
    pub(super) fn here() -> Result<Self, Unavailable> {
        let levels = [
            ("disabled", GraphOptimizationLevel::Disable),
            ("basic", GraphOptimizationLevel::Level1),
            ("extended", GraphOptimizationLevel::Level2),
            ("all", GraphOptimizationLevel::All),
        ];
        Ok(Self {
            optimization: chosen("OPCONFORM_GRAPH_OPTIMIZATION", &levels)?,
            has_no_arena: chosen("OPCONFORM_MEMORY_ARENA", &[("off", true), ("on", false)])?.unwrap_or_default(),
            has_no_pattern: chosen("OPCONFORM_MEMORY_PATTERN", &[("off", true), ("on", false)])?.unwrap_or_default(),
        })
    }

    /// Tells it to a session that is being made.
    pub(super) fn tell(&self, mut builder: SessionBuilder) -> ort::Result<SessionBuilder> {
        if let Some(level) = self.optimization {
            builder = builder.with_optimization_level(level)?;
        }
        if self.has_no_arena {
            builder = builder.with_execution_providers([CPU::default().with_arena_allocator(false).build()])?;
        }
        if self.has_no_pattern {
            builder = builder.with_memory_pattern(false)?;
        }
        Ok(builder)
    }
}
