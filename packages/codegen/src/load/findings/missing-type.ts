import path from 'node:path';
import { isExported, packageNames, typesOf } from '@kb/kubernetes/data';
import type { Finding } from '../../diagnostic/reporter.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import type { LoadContext } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { apimachineryNames } from '../program/virtual-apimachinery.ts';
import { clientNodeType, kubernetesPackage } from '../program/virtual-kubernetes.ts';
import { declaredSymbol } from '../context/declared-symbol.ts';
import { unknownType } from '../../model/type-uses.ts';
import { notJson } from './not-json.ts';

/** Reports a name that is not a type, or whose type has no schema. `symbol` is what the name resolves to. */
export function reportMissing(context: LoadContext, name: ts.Node, symbol: ts.Symbol | undefined): TypeUse {
  const text = name.getText();
  const declared = symbol?.declarations?.[0];
  if (declared === undefined || ts.isImportSpecifier(declared) || ts.isImportClause(declared)) {
    const { place, finding, exported = false } = whereIsIt(context, name, text);
    // The module re-exports it from another module, which lacks it: that is the error to report.
    if (exported) context.reportAny(name, spanOf(place), finding);
    else context.reporter.report(spanOf(place), finding);
  } else if (ts.isTypeParameterDeclaration(declared)) {
    context.reporter.report(spanOf(name), {
      code: 'KB_NO_SCHEMA',
      message: `${text} has no type argument here`,
      hint: 'write the type out',
    });
  } else {
    context.reporter.report(spanOf(name), {
      code: 'KB_NO_SCHEMA',
      message: `${text} has no schema`,
      hint: 'use an interface or a type alias: objects of the API are plain data',
    });
  }
  return unknownType;
}

/** The hint when no similar name exists. */
export const WHERE_THE_GENERATOR_LOOKS =
  "the generator looks into the project's own API packages, '@kb/apimachinery', '@kb/kubernetes/…', '@kubernetes/client-node' and packages that are installed";

/**
 * Describes what is wrong with a name, and where: an error in an import is reported there, because the name may be used
 * in many places.
 */
function whereIsIt(
  { checker, fileNames }: LoadContext,
  name: ts.Node,
  text: string,
): { readonly place: ts.Node; readonly finding: Finding; readonly exported?: boolean } {
  const module = moduleOf(checker, name);
  const imported = module === undefined ? text : importedName(checker, name);
  const hint = whereToImport(imported);
  if (module === undefined) return { place: name, finding: notImported(checker, name, text, hint) };
  const exported = exportsOf(checker, module);
  if (exported === undefined) {
    const isFile = module.text.startsWith('.');
    const finding = notFound(
      `there is no ${isFile ? 'source' : 'package with types'} '${module.text}', which ${text} is imported from`,
      hint ??
        (isFile
          ? whichFile(module.text, name.getSourceFile().fileName, fileNames)
          : 'install the package, or correct its name'),
    );
    return { place: module.node, finding };
  }
  const place = importedNode(checker, name);
  if (isDefaultImport(checker, name)) {
    const near = nearestName(text, exported);
    const finding = notFound(
      `'${module.text}' has no default export to import as ${text}`,
      near === undefined ? 'import what it exports by its name' : `write import type { ${near} } from '${module.text}'`,
    );
    return { place: checker.getSymbolAtLocation(name)?.declarations?.find(ts.isImportClause)?.name ?? place, finding };
  }
  if (module.text === CLIENT_NODE && imported === 'KubernetesObject') {
    const finding = notFound(
      `the ${imported} of '${CLIENT_NODE}' is not the one that kinds extend`,
      hint ?? "import it from '@kb/apimachinery'",
    );
    return { place, finding };
  }
  const near = nearestName(imported, exported);
  const finding = notFound(
    `'${module.text}' has no type ${imported}`,
    hint ?? (near === undefined ? 'check its name there, and that it is exported' : `did you mean ${near}?`),
  );
  return { place, finding, exported: exported.includes(imported) };
}

function notImported(checker: ts.TypeChecker, name: ts.Node, text: string, hint: string | undefined): Finding {
  if (hint !== undefined) return notFound(`${text} is neither declared nor imported in this file`, hint);
  const inside = namesBeside(checker, name);
  if (inside !== undefined) {
    const near = nearestName(inside.name, inside.names);
    return notFound(
      `${inside.of} does not export ${inside.name}`,
      near === undefined ? 'check its name there, and that it is exported' : `did you mean ${near}?`,
    );
  }
  const isGlobal = notJson.get(text);
  if (isGlobal !== undefined) return { code: 'KB_NO_SCHEMA', message: `${text} is not a JSON type`, hint: isGlobal };
  const near = nearestName(text, [...typesInReach(name.getSourceFile()), ...everywhere]);
  if (near !== undefined) {
    return notFound(`unknown type ${text}`, `did you mean ${near}?`);
  }
  const known = nearestName(text, apimachineryNames);
  return notFound(
    `unknown type ${text}`,
    known === undefined ? WHERE_THE_GENERATOR_LOOKS : `did you mean ${known}, from '@kb/apimachinery'?`,
  );
}

/** For `Namespace.Name`, the members of the namespace. Undefined for other names, and if there is no such namespace. */
function namesBeside(
  checker: ts.TypeChecker,
  name: ts.Node,
): { readonly of: string; readonly name: string; readonly names: string[] } | undefined {
  if (!ts.isQualifiedName(name)) return undefined;
  const owner = declaredSymbol(checker, name.left);
  if (owner?.exports === undefined) return undefined;
  return { of: name.left.getText(), name: name.right.text, names: [...owner.exports.keys()].map(String) };
}

/** Types that need no import. */
const everywhere =
  'string boolean unknown number null Array Exclude Extract NonNullable Omit Partial Pick Readonly ReadonlyArray Record Required'.split(
    ' ',
  );

/** Suggests a path instead of one whose file does not exist. */
function whichFile(specifier: string, from: string, fileNames: readonly string[]): string {
  const folder = path.posix.dirname(from);
  const paths = fileNames.map((file) => {
    const relative = path.posix.relative(folder, file);
    return relative.startsWith('.') ? relative : `./${relative}`;
  });
  const near = nearestName(specifier, paths);
  return near === undefined
    ? 'create the file, or write the path of an existing one, relative to this file: ./name.ts'
    : `did you mean '${near}'?`;
}

function notFound(message: string, hint: string): Finding {
  return { code: 'KB_TYPE_NOT_FOUND', message, hint };
}

const CLIENT_NODE = '@kubernetes/client-node';

/** Lists the modules that export a type of a name, for a sentence; undefined if there is none. */
function whereToImport(name: string): string | undefined {
  const modules = modulesWith(name);
  const [first] = modules;
  if (first === undefined) return undefined;
  return modules.length === 1
    ? `import it from '${first}'`
    : `import the one that is meant: ${modules.map((module) => `'${module}'`).join(', ')} have a type of this name`;
}

function modulesWith(name: string): string[] {
  if (apimachineryNames.includes(name)) return ['@kb/apimachinery'];
  if (clientNodeType(name) !== undefined) return [CLIENT_NODE];
  return packageNames()
    .filter(
      (owner) => owner.includes('/') && typesOf(owner).some((type) => type.localName === name && isExported(type)),
    )
    .map((owner) => `@kb/kubernetes/${owner}`);
}

/** The names that a module exports, or undefined if it was not read. */
function exportsOf(checker: ts.TypeChecker, { text, symbol }: ModuleName): readonly string[] | undefined {
  const builtIn = kubernetesPackage(text);
  if (builtIn !== undefined) return typesOf(builtIn).flatMap((type) => (isExported(type) ? [type.localName] : []));
  if (text === '@kb/apimachinery') return apimachineryNames;
  if (text === CLIENT_NODE) return clientNodeNames();
  return symbol === undefined ? undefined : checker.getExportsOfModule(symbol).map((exported) => exported.name);
}

function clientNodeNames(): string[] {
  return packageNames().flatMap((owner) => {
    const version = owner.slice(owner.indexOf('/') + 1);
    const prefix = version.charAt(0).toUpperCase() + version.slice(1);
    return typesOf(owner)
      .map(({ localName }) => `${prefix}${localName}`)
      .filter((name) => clientNodeType(name) !== undefined);
  });
}

/** The types that a file declares or imports. */
function typesInReach(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings;
      return bindings !== undefined && ts.isNamedImports(bindings)
        ? bindings.elements.map(({ name }) => name.text)
        : [];
    }
    return ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement)
      ? [statement.name.text]
      : [];
  });
}

/** A module as an import names it. */
interface ModuleName {
  readonly text: string;
  readonly symbol: ts.Symbol | undefined;
  /** The node of its name. */
  readonly node: ts.Node;
}

/** The module that a name is imported from. */
function moduleOf(checker: ts.TypeChecker, name: ts.Node): ModuleName | undefined {
  const first = ts.isQualifiedName(name) || ts.isPropertyAccessExpression(name) ? name.getChildAt(0) : name;
  let node: ts.Node | undefined = checker.getSymbolAtLocation(first)?.declarations?.[0];
  while (node !== undefined && !ts.isImportDeclaration(node)) node = node.parent;
  if (node === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  const { moduleSpecifier } = node;
  return { text: moduleSpecifier.text, symbol: checker.getSymbolAtLocation(moduleSpecifier), node: moduleSpecifier };
}

/** The name inside the module: the one before `as` in its import, or the one after the dot. */
function importedName(checker: ts.TypeChecker, name: ts.Node): string {
  return importedNode(checker, name).getText();
}

function isDefaultImport(checker: ts.TypeChecker, name: ts.Node): boolean {
  return checker.getSymbolAtLocation(name)?.declarations?.some(ts.isImportClause) ?? false;
}

function importedNode(checker: ts.TypeChecker, name: ts.Node): ts.Node {
  if (ts.isQualifiedName(name)) return name.right;
  if (ts.isPropertyAccessExpression(name)) return name.name;
  const specifier = checker.getSymbolAtLocation(name)?.declarations?.find(ts.isImportSpecifier);
  return specifier === undefined ? name : (specifier.propertyName ?? specifier.name);
}
