use bulkhead_sdk::tool;

/// Mistypes.
#[tool(readonly)]
fn mistypes() {}

/// Asks for what there is not.
#[tool(cached)]
fn cached() {}

/// Contradicts itself.
#[tool(destructive, non_destructive)]
fn contradicts() {}

/// Contradicts itself.
#[tool(read_only, destructive)]
fn destroys() {}

/// Says it twice.
#[tool(idempotent, idempotent)]
fn again() {}

/// Has a value too many.
#[tool(read_only = true)]
fn valued() {}

/// Has no value.
#[tool(title)]
fn untitled() {}

/// Has a bad name.
#[tool(name = "read file")]
fn spaced() {}

/// Has a bad name.
#[tool]
fn größe() {}

/// Has one tag.
#[tool(tags = "one")]
fn tagged() {}

/// Hides a type.
#[tool]
fn bool() {}

fn main() {}
