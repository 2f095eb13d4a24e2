import { ts } from '../../compiler.ts';

/** A module that a file imports or exports from. */
export interface ModuleReference {
  readonly specifier: string;
  /**
   * The names that are used; undefined: all of them, or those used as members of the module (`import * as`, a default
   * import).
   */
  readonly names: readonly string[] | undefined;
}

/** Returns the modules that a file imports and exports from, in every syntax. */
export function moduleReferences(file: ts.SourceFile): ModuleReference[] {
  const references: ModuleReference[] = [];
  const add = (specifier: ts.Node | undefined, names: readonly string[] | undefined): void => {
    if (specifier !== undefined && ts.isStringLiteral(specifier)) references.push({ specifier: specifier.text, names });
  };
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      add(statement.moduleSpecifier, namesImported(statement.importClause));
    } else if (ts.isExportDeclaration(statement)) {
      add(statement.moduleSpecifier, namesOf(statement.exportClause));
    } else if (ts.isImportEqualsDeclaration(statement) && ts.isExternalModuleReference(statement.moduleReference)) {
      add(statement.moduleReference.expression, undefined);
    }
  }
  // Only few files contain `import('…').Name`; only these are traversed.
  if (/\bimport\s*\(/.test(file.text)) visitImportTypes(file, add);
  return references;
}

function namesImported(clause: ts.ImportClause | undefined): readonly string[] | undefined {
  return clause?.name === undefined ? namesOf(clause?.namedBindings) : undefined;
}

function namesOf(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): readonly string[] | undefined {
  if (bindings === undefined || ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)) return undefined;
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

function visitImportTypes(
  node: ts.Node,
  add: (specifier: ts.Node | undefined, names: readonly string[] | undefined) => void,
): void {
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    const { qualifier } = node;
    add(node.argument.literal, qualifier !== undefined && ts.isIdentifier(qualifier) ? [qualifier.text] : undefined);
  }
  ts.forEachChild(node, (child) => visitImportTypes(child, add));
}
