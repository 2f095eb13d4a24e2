import type { Field, TypeUse } from '../model/model.ts';
import { spanOf } from './comments.ts';
import { ts } from './compiler.ts';
import { resolveComputed } from './computed-type.ts';
import type { LoadContext, Scope, TypeDeclaration } from './load-context.ts';
import { fieldsOf, underlying, unknownType } from './type-uses.ts';
import { apimachineryFile, apimachineryType } from './virtual-apimachinery.ts';
import { builtInNameOf } from './virtual-kubernetes.ts';
import { libraryFile } from './virtual-library.ts';

/** The type that a name means, with its type arguments. `node` is what messages point at. */
export function resolveReference(
  context: LoadContext,
  name: ts.Node,
  typeArguments: readonly ts.TypeNode[],
  scope: Scope,
  node: ts.TypeNode,
): TypeUse {
  const symbol = declaredSymbol(context.checker, name);
  const bound = symbol === undefined ? undefined : scope.get(symbol);
  if (bound !== undefined) return bound;
  const declaration = symbol?.declarations?.find(isTypeDeclaration);
  if (symbol === undefined || declaration === undefined) return notFound(context, name, symbol);

  const { fileName } = declaration.getSourceFile();
  if (fileName === libraryFile) return resolveLibrary(context, symbol.name, typeArguments, scope, node);
  const known = fileName === apimachineryFile ? apimachineryType(symbol.name) : undefined;
  if (known?.kind === 'scalar' && (known.scalar === 'float32' || known.scalar === 'float64') && !context.allowFloats) {
    context.reporter.report(spanOf(node), {
      code: 'plain-number',
      message: 'floating point numbers are not allowed: languages and tools read them differently',
      hint: "use int32, int64 or Quantity (from '@kb/apimachinery'), or allow floating point numbers for the whole project",
    });
  }
  if (known !== undefined) return known;
  const builtIn = builtInNameOf(fileName, declaration.name.text);
  if (builtIn !== undefined) return { kind: 'builtIn', name: builtIn };
  if (fileName === apimachineryFile) return noSchema(context, node, `${symbol.name} has no schema`);
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

function resolveLibrary(
  context: LoadContext,
  name: string,
  typeArguments: readonly ts.TypeNode[],
  scope: Scope,
  node: ts.TypeNode,
): TypeUse {
  const [first, second] = typeArguments;
  switch (name) {
    case 'Array':
    case 'ReadonlyArray':
      return first === undefined ? unknownType : { kind: 'list', items: context.resolve(first, scope) };
    case 'Readonly':
      return first === undefined ? unknownType : context.resolve(first, scope);
    case 'NonNullable': {
      const type = first === undefined ? unknownType : context.resolve(first, scope);
      return type.kind === 'nullable' ? type.of : type;
    }
    case 'Record':
      return first === undefined || second === undefined ? unknownType : resolveRecord(context, first, second, scope);
    case 'Partial':
    case 'Required':
      return first === undefined
        ? unknownType
        : withFields(context, first, scope, (fields) => fields.map((field) => present(field, name === 'Required')));
    case 'Pick':
    case 'Omit': {
      if (first === undefined || second === undefined) return unknownType;
      const keys = keysOf(context, second, scope);
      if (keys === undefined) return noSchema(context, second, 'the names of the fields have to be literals');
      return withFields(context, first, scope, (fields) =>
        fields.filter((field) => keys.has(field.name) === (name === 'Pick')),
      );
    }
    case 'Date':
      return noSchema(context, node, 'Date is no JSON type', "write Time (from '@kb/apimachinery'): text in RFC 3339");
    case 'Number':
    case 'String':
    case 'Boolean':
    case 'Object':
      return noSchema(
        context,
        node,
        `${name} is JavaScript's wrapper object, and no JSON type`,
        'write string, boolean, int32 or int64; Record<string, unknown> for any object',
      );
    case 'Map':
    case 'Set':
    case 'Promise':
    case 'Uint8Array':
    case 'Function':
    case 'RegExp':
    case 'Symbol':
      return noSchema(
        context,
        node,
        `${name} is no JSON type`,
        'use Record for maps, a list for sets, Bytes for binary data',
      );
    default:
      return resolveComputed(context, context.checker.getTypeFromTypeNode(node), node);
  }
}

function resolveRecord(context: LoadContext, keys: ts.TypeNode, values: ts.TypeNode, scope: Scope): TypeUse {
  if (keys.kind === ts.SyntaxKind.NumberKeyword) return noSchema(context, keys, 'the keys of a map are strings');
  const names = keysOf(context, keys, scope);
  const type = context.resolve(values, scope);
  if (names !== undefined) {
    const fields = [...names].map<Field>((name) => ({
      name,
      required: true,
      doc: '',
      markers: [],
      type,
      span: spanOf(keys),
    }));
    return { kind: 'object', parents: [], fields, open: false };
  }
  const key = underlying(context.types, context.resolve(keys, scope));
  if (key.kind === 'scalar' && key.scalar === 'string') return { kind: 'map', values: type };
  return key.kind === 'unknown' ? unknownType : noSchema(context, keys, 'the keys of a map are strings');
}

/** The names that a type of literals stands for; undefined when it is none. */
function keysOf(context: LoadContext, node: ts.TypeNode, scope: Scope): ReadonlySet<string> | undefined {
  if (ts.isTypeOperatorNode(node)) {
    const type = context.checker.getTypeFromTypeNode(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.every((part) => part.isStringLiteral()) ? new Set(parts.map((part) => part.value)) : undefined;
  }
  if (node.kind === ts.SyntaxKind.StringKeyword) return undefined;
  const type = underlying(context.types, context.resolve(node, scope));
  return type.kind === 'enum' ? new Set(type.values.map(String)) : undefined;
}

function withFields(
  context: LoadContext,
  node: ts.TypeNode,
  scope: Scope,
  change: (fields: readonly Field[]) => readonly Field[],
): TypeUse {
  const type = context.resolve(node, scope);
  const fields = fieldsOf(context.types, type, spanOf(node));
  if (fields !== undefined) return { kind: 'object', parents: [], fields: change(fields), open: false };
  return underlying(context.types, type).kind === 'unknown'
    ? unknownType
    : noSchema(context, node, 'this type has no fields to choose from');
}

function present(field: Field, required: boolean): Field {
  return { ...field, required, markers: field.markers.filter(({ effect }) => effect.on !== 'presence') };
}

function notFound(context: LoadContext, name: ts.Node, symbol: ts.Symbol | undefined): TypeUse {
  const declared = symbol?.declarations?.[0];
  if (declared !== undefined && !ts.isImportSpecifier(declared) && !ts.isImportClause(declared)) {
    return noSchema(
      context,
      name,
      `${name.getText()} has no schema`,
      'use an interface or a type alias: objects of the API are plain data',
    );
  }
  context.reporter.report(spanOf(name), {
    code: 'type-not-found',
    message: `the type ${name.getText()} is declared nowhere that the generator looks`,
    hint: "it looks into the project's own API packages, '@kb/apimachinery', '@kb/kubernetes/…' and '@kubernetes/client-node'",
  });
  return unknownType;
}

function noSchema(context: LoadContext, node: ts.Node, message: string, hint?: string): TypeUse {
  context.reporter.report(spanOf(node), { code: 'no-schema', message, ...(hint !== undefined && { hint }) });
  return unknownType;
}
