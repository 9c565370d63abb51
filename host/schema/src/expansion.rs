//! How large a component is with everything in it written out.
//!
//! A component is made of others, each as often as it is instantiated. Thirty of them that each instantiate the one before
//! twice fit into two kilobytes and stand for a billion instances; the compiler writes all of them out and asks nobody. So
//! they are counted first, which takes as long as the file is and not as long as what it stands for.

use wasmparser::{
    ComponentAlias, ComponentExternalKind, ComponentInstance, ComponentOuterAliasKind, ComponentTypeRef,
    Encoding, Parser, Payload,
};

use crate::component::ShapeError;
use crate::top_level::Broken;

/// Definitions, imports, exports and instances, written out. Components that are composed of several languages' runtimes
/// have a few thousand; so many take the compiler about a second and some tens of megabytes.
pub const MOST_PARTS: u64 = 50_000;

/// Checks that a component stands for no more than can be compiled.
///
/// # Errors
///
/// `TooManyParts`; `PassesComponents` for one whose size cannot be known from its definitions; `Malformed`.
pub fn check(bytes: &[u8]) -> Result<(), ShapeError> {
    let mut levels = Levels::default();
    for payload in Parser::new(0).parse_all(bytes) {
        levels.take_in(payload.map_err(Broken::from)?)?;
    }
    Ok(())
}

/// A component or a module that is being read.
enum Level {
    /// What is in a core module is as large as its bytes.
    Module,
    Component {
        parts: u64,
        /// The size of each component that it can instantiate, by its index.
        components: Vec<u64>,
    },
}

/// From the outermost component to the one that is being read.
#[derive(Default)]
struct Levels(Vec<Level>);

impl Levels {
    fn take_in(&mut self, payload: Payload<'_>) -> Result<(), ShapeError> {
        match payload {
            Payload::Version { encoding: Encoding::Module, .. } => self.0.push(Level::Module),
            Payload::Version { encoding: Encoding::Component, .. } => {
                self.0.push(Level::Component { parts: 0, components: Vec::new() });
            }
            Payload::End(_) => self.close(),
            Payload::ComponentInstanceSection(instances) => {
                for instance in instances {
                    self.instance(&instance.map_err(Broken::from)?)?;
                }
            }
            Payload::ComponentAliasSection(aliases) => {
                for alias in aliases {
                    self.alias(&alias.map_err(Broken::from)?)?;
                }
            }
            Payload::ComponentImportSection(imports) => {
                for import in imports {
                    let is_component =
                        matches!(import.map_err(Broken::from)?.ty, ComponentTypeRef::Component(_));
                    self.add(1, is_component)?;
                }
            }
            Payload::ComponentExportSection(exports) => {
                for export in exports {
                    let export = export.map_err(Broken::from)?;
                    self.add(1, false)?;
                    if export.kind == ComponentExternalKind::Component {
                        // What is exported has a second index from here on.
                        let size = self.size(0, export.index)?;
                        self.know(size);
                    }
                }
            }
            Payload::InstanceSection(section) => self.add(section.count().into(), false)?,
            Payload::CoreTypeSection(section) => self.add(section.count().into(), false)?,
            Payload::ComponentTypeSection(section) => self.add(section.count().into(), false)?,
            Payload::ComponentCanonicalSection(section) => self.add(section.count().into(), false)?,
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => self.add(1, false)?,
            _ => {}
        }
        Ok(())
    }

    /// The one that was read is done, and the one around it can instantiate it if it is a component.
    fn close(&mut self) {
        if let Some(Level::Component { parts, .. }) = self.0.pop() {
            self.know(parts);
        }
    }

    fn know(&mut self, size: u64) {
        if let Some(Level::Component { components, .. }) = self.0.last_mut() {
            components.push(size);
        }
    }

    fn instance(&mut self, instance: &ComponentInstance<'_>) -> Result<(), ShapeError> {
        match instance {
            ComponentInstance::Instantiate { component_index, args } => {
                let passes = args.iter().any(|arg| arg.kind == ComponentExternalKind::Component);
                let size = self.size(0, *component_index)?;
                self.add(size.saturating_add(1), passes)
            }
            ComponentInstance::FromExports(exports) => self.add(exports.len() as u64 + 1, false),
        }
    }

    fn alias(&mut self, alias: &ComponentAlias<'_>) -> Result<(), ShapeError> {
        match alias {
            ComponentAlias::InstanceExport { kind, .. } => {
                self.add(1, *kind == ComponentExternalKind::Component)
            }
            ComponentAlias::Outer { kind: ComponentOuterAliasKind::Component, count, index } => {
                self.add(1, false)?;
                let size = self.size(*count, *index)?;
                self.know(size);
                Ok(())
            }
            ComponentAlias::Outer { .. } | ComponentAlias::CoreInstanceExport { .. } => self.add(1, false),
        }
    }

    /// The size of a component that is known so many levels up.
    fn size(&self, up: u32, index: u32) -> Result<u64, ShapeError> {
        let level = self.0.iter().rev().nth(up as usize);
        let size = match level {
            Some(Level::Component { components, .. }) => components.get(index as usize).copied(),
            Some(Level::Module) | None => None,
        };
        let detail = || format!("it refers to a component with the index {index}, which is not there");
        size.ok_or_else(|| ShapeError::Malformed { offset: 0, detail: detail() })
    }

    /// Counts parts. A component that comes from elsewhere as a value could be of any size.
    fn add(&mut self, more: u64, passes: bool) -> Result<(), ShapeError> {
        if passes {
            return Err(ShapeError::PassesComponents);
        }
        let Some(Level::Component { parts, .. }) = self.0.last_mut() else { return Ok(()) };
        *parts = parts.saturating_add(more);
        if *parts > MOST_PARTS { Err(ShapeError::TooManyParts { limit: MOST_PARTS }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
