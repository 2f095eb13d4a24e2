import { typesOf } from '@kb/kubernetes/data';
import { nearestName } from '../markers/nearest-name.ts';
import type { TypeUse } from '../model/model.ts';
import { spanOf } from './comments.ts';
import { ts } from './compiler.ts';
import { needsCompiler } from './generic-instance.ts';
import type { LoadContext, Scope, TypeDeclaration } from './load-context.ts';
import { resolveLibrary } from './resolve-library.ts';
import { unknownType } from './type-uses.ts';
import { apimachineryFile, apimachineryType } from './virtual-apimachinery.ts';
import { builtInNameOf, kubernetesPackage } from './virtual-kubernetes.ts';
import { libraryFile } from './virtual-library.ts';

/** The type that a name means, with its type arguments. `node` is what messages point at. */
export function resolveReference(
  context: LoadContext,
  name: ts.Node,
  typeArguments: readonly ts.TypeNode[],
  scope: Scope,
  node: ts.TypeNode,
): TypeUse {
  const { checker } = context;
  const symbol = declaredSymbol(checker, name);
  const bound = symbol === undefined ? undefined : scope.get(symbol);
  if (bound !== undefined) return bound;
  const member = symbol?.declarations?.find(ts.isEnumMember);
  const value = member === undefined ? undefined : checker.getConstantValue(member);
  if (value !== undefined) return { kind: 'enum', values: [value] };
  const declaration = symbol?.declarations?.find(isTypeDeclaration);
  const isClass = ((symbol?.flags ?? 0) & ts.SymbolFlags.Class) !== 0;
  if (symbol === undefined || declaration === undefined || isClass) return notFound(context, name, symbol);

  const { fileName } = declaration.getSourceFile();
  if (fileName === libraryFile) return resolveLibrary(context, { name: symbol.name, typeArguments, scope, node });
  const known = fileName === apimachineryFile ? apimachineryType(symbol.name) : undefined;
  if (known?.kind === 'scalar' && (known.scalar === 'float32' || known.scalar === 'float64') && !context.allowFloats) {
    context.reporter.report(spanOf(node), {
      code: 'plain-number',
      message: 'floating point numbers are not allowed: languages and tools read them differently',
      hint: "use int32, int64 or Quantity (from '@kb/apimachinery'), or set allowDangerousTypes: true under generate in PROJECT",
    });
  }
  if (known !== undefined) return known;
  const builtIn = builtInNameOf(fileName, declaration.name.text);
  if (builtIn !== undefined) return { kind: 'builtIn', name: builtIn };
  if (fileName === apimachineryFile) return noSchema(context, node, `${symbol.name} has no schema`);
  if (!ts.isEnumDeclaration(declaration)) {
    const missing = declaration.typeParameters?.find(
      (one, index) => index >= typeArguments.length && one.default === undefined,
    );
    if (missing !== undefined)
      return noSchema(
        context,
        node,
        `${symbol.name} has the type parameter ${missing.name.text}, and nothing says what it stands for`,
        `write ${symbol.name}<…>`,
      );
  }
  if (needsCompiler(checker, declaration))
    return context.resolveInstance(declaration, checker.getTypeFromTypeNode(node));
  return context.resolveDeclaration(
    declaration,
    typeArguments.map((argument) => context.resolve(argument, scope)),
  );
}

/** The symbol that a name means where it was declared, imports and re-exports followed. */
export function declaredSymbol(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

function isTypeDeclaration(declaration: ts.Declaration): declaration is TypeDeclaration {
  return (
    ts.isInterfaceDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration)
  );
}

function notFound(context: LoadContext, name: ts.Node, symbol: ts.Symbol | undefined): TypeUse {
  const text = name.getText();
  const declared = symbol?.declarations?.[0];
  if (declared !== undefined && ts.isTypeParameterDeclaration(declared)) {
    return noSchema(context, name, `nothing says what ${text} stands for here`, 'write the type out');
  }
  if (declared !== undefined && !ts.isImportSpecifier(declared) && !ts.isImportClause(declared)) {
    return noSchema(
      context,
      name,
      `${text} has no schema`,
      'use an interface or a type alias: objects of the API are plain data',
    );
  }
  context.reporter.report(spanOf(name), { code: 'type-not-found', ...whereIsIt(context.checker, name, text) });
  return unknownType;
}

const whereTheGeneratorLooks =
  "it looks into the project's own API packages, '@kb/apimachinery', '@kb/kubernetes/…' and '@kubernetes/client-node'";

/** What is said of a name that means no type. */
function whereIsIt(
  checker: ts.TypeChecker,
  name: ts.Node,
  text: string,
): { readonly message: string; readonly hint: string } {
  const module = moduleOf(checker, name);
  if (module === undefined) {
    const near = nearestName(text, typesInReach(name.getSourceFile()));
    return {
      message: `the type ${text} is declared nowhere that the generator looks`,
      hint: near === undefined ? whereTheGeneratorLooks : `did you mean ${near}?`,
    };
  }
  const exported = exportsOf(checker, module);
  if (exported === undefined) {
    return module.text.startsWith('.')
      ? {
          message: `there is no source '${module.text}', which ${text} is imported from`,
          hint: 'write the path of a .ts file',
        }
      : {
          message: `the type ${text} is declared in '${module.text}', where the generator does not look`,
          hint: whereTheGeneratorLooks,
        };
  }
  const near = nearestName(text, exported);
  return {
    message: `'${module.text}' has no type ${text}`,
    hint: near === undefined ? 'look up how it is called there, and that it is exported' : `did you mean ${near}?`,
  };
}

/** The names that a module exports, or undefined for one that was not read. */
function exportsOf(checker: ts.TypeChecker, { text, symbol }: ModuleName): readonly string[] | undefined {
  const builtIn = kubernetesPackage(text);
  if (builtIn !== undefined) return typesOf(builtIn).map(({ localName }) => localName);
  if (text === '@kubernetes/client-node') return [];
  return symbol === undefined ? undefined : checker.getExportsOfModule(symbol).map((exported) => exported.name);
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

function noSchema(context: LoadContext, node: ts.Node, message: string, hint?: string): TypeUse {
  context.reporter.report(spanOf(node), { code: 'no-schema', message, ...(hint !== undefined && { hint }) });
  return unknownType;
}
