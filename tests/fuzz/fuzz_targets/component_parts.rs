//! Components put together from sections that are each right, or nearly so, with any catalog.

#![no_main]

use arbitrary::Arbitrary;
use bulkhead_fuzz::component::check;
use bulkhead_schema::{
    Capability, Catalog, ComponentInfo, DirectoryAccess, Request, ToolAnnotations, ToolDefinition, section,
};
use libfuzzer_sys::fuzz_target;
use wasm_encoder::{
    Component, ComponentExportKind, ComponentExportSection, ComponentImportSection, ComponentTypeRef,
    CustomSection, Module, ModuleSection, NestedComponentSection, RawSection,
};

fuzz_target!(|plan: Plan| {
    let mut bytes = component(&plan.parts).finish();
    for (at, byte) in plan.changes {
        if let Some(there) = bytes.get_mut(usize::from(at)) {
            *there = byte;
        }
    }
    if let Some(left_out) = plan.left_out {
        bytes.truncate(bytes.len().saturating_sub(usize::from(left_out)));
    }
    check(&bytes, &catalog(plan.info, plan.tools));
});

/// What to make.
#[derive(Arbitrary, Debug)]
struct Plan<'a> {
    parts: Vec<Part<'a>>,
    /// Bytes that are something else afterwards.
    changes: Vec<(u16, u8)>,
    /// How many bytes are missing at the end.
    left_out: Option<u8>,
    info: Info<'a>,
    tools: Vec<Tool<'a>>,
}

#[derive(Arbitrary, Debug)]
enum Part<'a> {
    Imports(Vec<Name<'a>>),
    Exports(Vec<Name<'a>>),
    Custom(&'a str, &'a [u8]),
    Catalog(&'a [u8]),
    Module(Vec<(&'a str, &'a [u8])>),
    Component(Vec<Part<'a>>),
    Raw(u8, &'a [u8]),
}

#[derive(Arbitrary, Debug)]
enum Name<'a> {
    Known(u8, Version),
    Any(&'a str),
}

#[derive(Arbitrary, Debug)]
enum Version {
    None,
    Wasi(u8),
    Contract(u8),
    Prerelease(u8),
}

const KNOWN: &[&str] = &[
    "bulkhead:tool/manifest",
    "bulkhead:tool/tools",
    "bulkhead:tool/logging",
    "bulkhead:tool/types",
    "wasi:cli/stdin",
    "wasi:http/outgoing-handler",
    "wasi:http/incoming-handler",
    "wasi:sockets/tcp",
];

impl Name<'_> {
    fn text(&self) -> String {
        let Self::Known(index, version) = self else {
            let Self::Any(text) = self else { return String::new() };
            return (*text).to_owned();
        };
        let name = KNOWN[usize::from(*index) % KNOWN.len()];
        match version {
            Version::None => name.to_owned(),
            Version::Wasi(patch) => format!("{name}@0.2.{patch}"),
            Version::Contract(patch) => format!("{name}@0.1.{patch}"),
            Version::Prerelease(patch) => format!("{name}@0.2.{patch}-rc"),
        }
    }
}

fn component(parts: &[Part<'_>]) -> Component {
    let mut component = Component::new();
    for part in parts {
        match part {
            Part::Imports(names) => {
                let mut section = ComponentImportSection::new();
                for name in names {
                    section.import(name.text().as_str(), ComponentTypeRef::Instance(0));
                }
                component.section(&section);
            }
            Part::Exports(names) => {
                let mut section = ComponentExportSection::new();
                for name in names {
                    section.export(name.text().as_str(), ComponentExportKind::Instance, 0, None);
                }
                component.section(&section);
            }
            Part::Custom(name, data) => {
                component.section(&custom(name, data));
            }
            Part::Catalog(data) => {
                component.section(&custom(section::NAME, data));
            }
            Part::Module(customs) => {
                let mut module = Module::new();
                for (name, data) in customs {
                    module.section(&custom(name, data));
                }
                component.section(&ModuleSection(&module));
            }
            Part::Component(parts) => {
                component.section(&NestedComponentSection(&self::component(parts)));
            }
            Part::Raw(id, data) => {
                component.section(&RawSection { id: *id, data });
            }
        }
    }
    component
}

fn custom<'a>(name: &'a str, data: &'a [u8]) -> CustomSection<'a> {
    CustomSection { name: name.into(), data: data.into() }
}

#[derive(Arbitrary, Debug)]
struct Info<'a> {
    name: &'a str,
    title: Option<&'a str>,
    description: &'a str,
    requests: Vec<(Asked<'a>, bool)>,
}

#[derive(Arbitrary, Debug)]
enum Asked<'a> {
    Http(&'a str),
    Directory(&'a str, bool),
    Environment(&'a str),
    Secret(&'a str, &'a str),
    Tcp(&'a str),
    Call(&'a str),
    State,
}

#[derive(Arbitrary, Debug)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    schema: &'a str,
    output: Option<f64>,
    tags: Vec<&'a str>,
    hints: [bool; 5],
}

fn catalog(info: Info<'_>, tools: Vec<Tool<'_>>) -> Catalog {
    let info = ComponentInfo {
        name: info.name.to_owned(),
        version: "1.0.0".to_owned(),
        title: info.title.map(str::to_owned),
        description: info.description.to_owned(),
        website: None,
        icons: Vec::new(),
        requests: info.requests.into_iter().map(request).collect(),
    };
    Catalog { info, tools: tools.into_iter().map(tool).collect(), templates: Vec::new(), prompts: Vec::new() }
}

fn request((asked, optional): (Asked<'_>, bool)) -> Request {
    let capability = match asked {
        Asked::Http(rule) => Capability::Http(rule.to_owned()),
        Asked::Directory(path, write) => Capability::Directory {
            path: path.to_owned(),
            access: if write { DirectoryAccess::Write } else { DirectoryAccess::Read },
        },
        Asked::Environment(name) => Capability::Environment(name.to_owned()),
        Asked::Secret(name, to) => Capability::Secret { name: name.to_owned(), to: to.to_owned() },
        Asked::Tcp(address) => Capability::Tcp(address.to_owned()),
        Asked::Call(tool) => Capability::Call(tool.to_owned()),
        Asked::State => Capability::State,
    };
    Request { capability, reason: "r".to_owned(), optional }
}

fn tool(tool: Tool<'_>) -> ToolDefinition {
    let [read_only, destructive, idempotent, open_world, previewed] = tool.hints;
    ToolDefinition {
        name: tool.name.to_owned(),
        title: None,
        description: tool.description.to_owned(),
        input_schema: serde_json::from_str(tool.schema).unwrap_or_else(|_| tool.schema.into()),
        // A number that JSON does not have is no schema at all.
        output_schema: tool.output.filter(|number| number.is_finite()).map(Into::into),
        annotations: ToolAnnotations { read_only, destructive, idempotent, open_world },
        previewed,
        icons: Vec::new(),
        tags: tool.tags.into_iter().map(str::to_owned).collect(),
        meta: None,
    }
}
