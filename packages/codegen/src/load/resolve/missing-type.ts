import { packageNames, typesOf } from '@kb/kubernetes/data';
import type { Finding } from '../../diagnostic/reporter.ts';
import { nearestName } from '../../markers/nearest-name.ts';
import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import type { LoadContext } from '../load-context.ts';
import { ts } from '../program/compiler.ts';
import { apimachineryNames } from '../program/virtual-apimachinery.ts';
import { clientNodeType, kubernetesPackage } from '../program/virtual-kubernetes.ts';
import { unknownType } from '../types/type-uses.ts';
import { notJson } from './not-json.ts';

/** Reports a name that means no type, or none that has a schema. `symbol` is what it means otherwise. */
export function reportMissing(context: LoadContext, name: ts.Node, symbol: ts.Symbol | undefined): TypeUse {
  const text = name.getText();
  const declared = symbol?.declarations?.[0];
  if (declared === undefined || ts.isImportSpecifier(declared) || ts.isImportClause(declared)) {
    context.reporter.report(spanOf(name), whereIsIt(context.checker, name, text));
  } else if (ts.isTypeParameterDeclaration(declared)) {
    context.reporter.report(spanOf(name), {
      code: 'KB_NO_SCHEMA',
      message: `nothing says what ${text} stands for here`,
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

const whereTheGeneratorLooks =
  "it looks into the project's own API packages, '@kb/apimachinery', '@kb/kubernetes/…' and '@kubernetes/client-node'";

function whereIsIt(checker: ts.TypeChecker, name: ts.Node, text: string): Finding {
  const module = moduleOf(checker, name);
  const imported = module === undefined ? text : importedName(checker, name);
  const hint = whereToImport(imported);
  if (module === undefined) return notImported(name, text, hint);
  const exported = exportsOf(checker, module);
  if (exported === undefined && module.text.startsWith('.')) {
    return notFound(
      `there is no source '${module.text}', which ${text} is imported from`,
      hint ?? 'write the path of a .ts file',
    );
  }
  if (exported === undefined) {
    return notFound(
      `the type ${text} is declared in '${module.text}', where the generator does not look`,
      hint ?? whereTheGeneratorLooks,
    );
  }
  if (module.text === clientNode && imported === 'KubernetesObject') {
    return notFound(`the ${imported} of '${clientNode}' is not the one that kinds extend`, hint ?? '');
  }
  const near = nearestName(imported, exported);
  return notFound(
    `'${module.text}' has no type ${imported}`,
    hint ?? (near === undefined ? 'look up how it is called there, and that it is exported' : `did you mean ${near}?`),
  );
}

function notImported(name: ts.Node, text: string, hint: string | undefined): Finding {
  if (hint !== undefined) return notFound(`${text} is neither declared nor imported in this file`, hint);
  const isGlobal = notJson.get(text);
  if (isGlobal !== undefined) return { code: 'KB_NO_SCHEMA', message: `${text} is no JSON type`, hint: isGlobal };
  const near = nearestName(text, typesInReach(name.getSourceFile()));
  if (near !== undefined) {
    return notFound(`the type ${text} is declared nowhere that the generator looks`, `did you mean ${near}?`);
  }
  const known = nearestName(text, apimachineryNames);
  return notFound(
    `the type ${text} is declared nowhere that the generator looks`,
    known === undefined ? whereTheGeneratorLooks : `did you mean ${known}, from '@kb/apimachinery'?`,
  );
}

function notFound(message: string, hint: string): Finding {
  return { code: 'KB_TYPE_NOT_FOUND', message, hint };
}

const clientNode = '@kubernetes/client-node';

/** The modules that have a type of a name, in words; undefined for a name that none has. */
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
  if (clientNodeType(name) !== undefined) return [clientNode];
  return packageNames()
    .filter((owner) => owner.includes('/') && typesOf(owner).some(({ localName }) => localName === name))
    .map((owner) => `@kb/kubernetes/${owner}`);
}

/** The names that a module exports, or undefined for one that was not read. */
function exportsOf(checker: ts.TypeChecker, { text, symbol }: ModuleName): readonly string[] | undefined {
  const builtIn = kubernetesPackage(text);
  if (builtIn !== undefined) return typesOf(builtIn).map(({ localName }) => localName);
  if (text === '@kb/apimachinery') return apimachineryNames;
  if (text === clientNode) return clientNodeNames();
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

/** A module as an import names it, and what is known of it. */
interface ModuleName {
  readonly text: string;
  readonly symbol: ts.Symbol | undefined;
}

/** The module that a name is imported from. */
function moduleOf(checker: ts.TypeChecker, name: ts.Node): ModuleName | undefined {
  const first = ts.isQualifiedName(name) || ts.isPropertyAccessExpression(name) ? name.getChildAt(0) : name;
  let node: ts.Node | undefined = checker.getSymbolAtLocation(first)?.declarations?.[0];
  while (node !== undefined && !ts.isImportDeclaration(node)) node = node.parent;
  if (node === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  return { text: node.moduleSpecifier.text, symbol: checker.getSymbolAtLocation(node.moduleSpecifier) };
}

/** The name that a module is asked for: that before `as` in its import, and that behind the dot. */
function importedName(checker: ts.TypeChecker, name: ts.Node): string {
  if (ts.isQualifiedName(name)) return name.right.text;
  if (ts.isPropertyAccessExpression(name)) return name.name.text;
  const specifier = checker.getSymbolAtLocation(name)?.declarations?.find(ts.isImportSpecifier);
  return specifier === undefined ? name.getText() : (specifier.propertyName ?? specifier.name).text;
}
