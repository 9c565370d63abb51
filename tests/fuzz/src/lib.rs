//! What must hold, where several fuzz targets ask for the same.

pub mod component;
pub mod text;
