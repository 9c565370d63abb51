//! Declarations that only concern types, and modules.

use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::visit::Stripper;

const NO_IMPORT: &str = "There are no modules to import from: call \
    `tools.<component>.<function>(…)` instead of `import`.";
const NO_EXPORT: &str = "There are no modules to export to: hand the result back with `return`.";
const NO_NAMESPACE: &str =
    "A namespace with values in it is not supported: use an object or plain functions.";

impl Stripper<'_> {
    /// Deals with a statement that is a declaration of TypeScript's or of a
    /// module, and tells whether it was one.
    pub(super) fn declaration(&mut self, it: &Statement<'_>) -> bool {
        if let Statement::TSEnumDeclaration(it) = it
            && !it.declare
        {
            self.enumeration(it);
            return true;
        }
        if is_type_only(it) {
            self.blank_declaration(it.span());
            return true;
        }
        let Some(message) = refusal(it) else {
            return false;
        };
        self.refuse(it.span().start, message);
        true
    }
}

/// Why a statement that is not only types cannot stay.
fn refusal(it: &Statement<'_>) -> Option<&'static str> {
    match it {
        Statement::TSNamespaceDeclaration(_) => Some(NO_NAMESPACE),
        Statement::TSImportEqualsDeclaration(_) | Statement::ImportDeclaration(_) => Some(NO_IMPORT),
        Statement::ExportAllDeclaration(_)
        | Statement::ExportDefaultDeclaration(_)
        | Statement::ExportDeclaration(_)
        | Statement::ExportNamedDeclaration(_)
        | Statement::ExportFromDeclaration(_)
        | Statement::TSExportAssignment(_)
        | Statement::TSNamespaceExportDeclaration(_) => Some(NO_EXPORT),
        _ => None,
    }
}

/// Whether nothing is left of a statement at run time.
fn is_type_only(it: &Statement<'_>) -> bool {
    match it {
        Statement::TSTypeAliasDeclaration(_)
        | Statement::TSInterfaceDeclaration(_)
        | Statement::TSGlobalDeclaration(_)
        | Statement::TSExternalModuleDeclaration(_) => true,
        Statement::VariableDeclaration(it) => it.declare,
        Statement::FunctionDeclaration(it) => it.declare || it.body.is_none(),
        Statement::ClassDeclaration(it) => it.declare,
        Statement::TSEnumDeclaration(it) => it.declare,
        Statement::TSNamespaceDeclaration(it) => is_namespace_of_types(it),
        _ => is_type_only_module_item(it),
    }
}

fn is_type_only_module_item(it: &Statement<'_>) -> bool {
    match it {
        Statement::TSImportEqualsDeclaration(it) => it.import_kind.is_type(),
        Statement::ImportDeclaration(it) => it.import_kind.is_type() || imports_types(it),
        Statement::ExportAllDeclaration(it) => it.export_kind.is_type(),
        Statement::ExportFromDeclaration(it) => it.export_kind.is_type(),
        Statement::ExportNamedDeclaration(it) => {
            // An empty `export {}` is a habit that asks for nothing.
            it.export_kind.is_type() || it.specifiers.iter().all(|it| it.export_kind.is_type())
        }
        Statement::ExportDeclaration(it) => is_type_only_export(&it.declaration),
        Statement::ExportDefaultDeclaration(it) => {
            matches!(it.declaration, ExportDefaultDeclarationKind::TSInterfaceDeclaration(_))
        }
        _ => false,
    }
}

fn imports_types(it: &ImportDeclaration<'_>) -> bool {
    it.specifiers.as_ref().is_some_and(|list| {
        !list.is_empty()
            && list.iter().all(|it| {
                matches!(it, ImportDeclarationSpecifier::ImportSpecifier(it) if it.import_kind.is_type())
            })
    })
}

fn is_type_only_export(it: &Declaration<'_>) -> bool {
    match it {
        Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => true,
        Declaration::VariableDeclaration(it) => it.declare,
        Declaration::FunctionDeclaration(it) => it.declare || it.body.is_none(),
        Declaration::ClassDeclaration(it) => it.declare,
        Declaration::TSEnumDeclaration(it) => it.declare,
        Declaration::TSNamespaceDeclaration(it) => is_namespace_of_types(it),
        _ => false,
    }
}

fn is_namespace_of_types(it: &TSNamespaceDeclaration<'_>) -> bool {
    it.declare
        || match &it.body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(it) => is_namespace_of_types(it),
            TSNamespaceDeclarationBody::TSModuleBlock(block) => block.body.iter().all(is_type_only),
        }
}
