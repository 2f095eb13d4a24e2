import type { Field, TypeUse, UnionType } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { resolveComputed } from '../computed/computed-type.ts';
import { RECURSION_HINT } from '../computed/refuse-computed.ts';
import { mentionsTypeParameter } from '../types/generic-instance.ts';
import type { LoadContext, Scope } from '../context/load-context.ts';
import { resolveListItem } from './list-item.ts';
import { notJson } from '../findings/not-json.ts';
import { resolveSchemaType } from '../validation/schema-type.ts';
import { reportLostRules } from '../validation/lost-rules.ts';
import { libraryBehind } from '../validation/validation-library.ts';
import { ownAlias } from './own-alias.ts';
import { compareText } from '../../text/compare-text.ts';
import { isNullable, withNull, withoutNull } from '../types/null.ts';
import { fieldsOf, isPending, underlying, unknownType } from '../../model/type-uses.ts';

/** A use of a type of the standard library. */
export interface LibraryUse {
  readonly name: string;
  readonly typeArguments: readonly ts.TypeNode[];
  readonly scope: Scope;
  /** The node that messages point at. */
  readonly node: ts.TypeNode;
}

/** Resolves a utility type of the standard library. Fields keep their comments and markers. */
export function resolveLibrary(context: LoadContext, use: LibraryUse): TypeUse {
  const { name, typeArguments, scope, node } = use;
  const [first, second] = typeArguments;
  switch (name) {
    case 'Array':
    case 'ReadonlyArray':
      return first === undefined ? unknownType : { kind: 'list', items: resolveListItem(context, first, scope) };
    case 'Readonly':
      return first === undefined ? unknownType : context.resolve(first, scope);
    case 'NonNullable': {
      const type = first === undefined ? unknownType : context.resolve(first, scope);
      if (isPending(context.types, type)) return type;
      return underlying(context.types, type).kind === 'json'
        ? noSchema(
            context,
            node,
            'kb cannot express "any value except null"',
            'write the exact type, or unknown, which also allows null',
          )
        : withoutNull(context.types, type);
    }
    case 'Record':
      return first === undefined || second === undefined ? unknownType : resolveRecord(context, first, second, scope);
    case 'Partial':
    case 'Required':
      return first === undefined ? unknownType : resolvePresence(context, first, use);
    case 'Pick':
    case 'Omit':
      return first === undefined || second === undefined ? unknownType : resolveChoice(context, first, second, use);
    case 'NoInfer':
      return first === undefined ? unknownType : context.resolve(first, scope);
    default: {
      const hint = notJson.get(name);
      return hint === undefined ? computed(context, node) : noSchema(context, node, `${name} is not a JSON type`, hint);
    }
  }
}

function computed(context: LoadContext, node: ts.TypeNode, library?: string): TypeUse {
  const own = ownAlias(node);
  const type = context.checker.getTypeFromTypeNode(node);
  const place = { node, outer: [], ...(own && { own }) };
  return library === undefined
    ? resolveComputed(context, type, place)
    : resolveSchemaType(context, library, type, place);
}

function resolveRecord(context: LoadContext, keys: ts.TypeNode, values: ts.TypeNode, scope: Scope): TypeUse {
  const names = keysOf(context, keys, scope);
  const isEmpty = values.kind === ts.SyntaxKind.NeverKeyword;
  if (names !== undefined) {
    // Record<never, T> is an object without fields, whatever T is; LiteralUnion of type-fest uses it.
    const type = names.size === 0 ? unknownType : context.resolve(values, scope);
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
  if (isAnyKey(context, keys)) return { kind: 'map', values: context.resolve(values, scope) };
  const key =
    keys.kind === ts.SyntaxKind.NumberKeyword ? undefined : underlying(context.types, context.resolve(keys, scope));
  if (key?.kind === 'unknown') return unknownType;
  if (key?.kind === 'scalar' && key.scalar === 'string') {
    return isEmpty
      ? { kind: 'object', parents: [], fields: [], open: false }
      : { kind: 'map', values: context.resolve(values, scope) };
  }
  return noSchema(
    context,
    keys,
    key?.kind === 'pattern' ? 'a schema cannot restrict the keys of a map' : 'the keys of a map are strings',
    'write Record<string, …>',
  );
}

/** True for PropertyKey; in JSON, these keys are strings. */
function isAnyKey({ checker }: LoadContext, keys: ts.TypeNode): boolean {
  if (mentionsTypeParameter(checker, keys)) return false;
  const type = checker.getTypeFromTypeNode(keys);
  return (
    type.isUnion() &&
    type.types.some(({ flags }) => (flags & ts.TypeFlags.ESSymbol) !== 0) &&
    type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0)
  );
}

/** Resolves Partial and Required; for a union, each of its shapes. */
function resolvePresence(context: LoadContext, of: ts.TypeNode, use: LibraryUse): TypeUse {
  const required = use.name === 'Required';
  const type = context.resolve(of, use.scope);
  const change = (fields: readonly Field[]): Field[] => fields.map((field) => present(field, required));
  const union = underlying(context.types, type);
  const result: TypeUse =
    union.kind === 'union'
      ? ({
          ...union,
          branches: union.branches.map((branch) => ({
            name: `${use.name}<${branch.name}>`,
            type: withFields(context, branch.type, use, change),
            span: branch.span,
          })),
        } satisfies UnionType)
      : withFields(context, type, use, change);
  // As in the compiler, null is kept.
  return !isPending(context.types, type) && isNullable(context.types, type) ? withNull(context.types, result) : result;
}

function present(field: Field, required: boolean): Field {
  return { ...field, required, markers: field.markers.filter(({ effect }) => effect.on !== 'presence') };
}

/** Resolves Pick and Omit. */
function resolveChoice(context: LoadContext, of: ts.TypeNode, names: ts.TypeNode, use: LibraryUse): TypeUse {
  const library = libraryBehind(context.checker, of);
  // A number of unknown size is not an error if its field is omitted here.
  if (library !== undefined && !mentionsTypeParameter(context.checker, use.node)) {
    const chosen = keysOf(context, names, use.scope);
    reportLostRules(context, library.name, library.typeArguments, {
      at: of,
      isKept: (field) => {
        if (!`${field}.`.startsWith(library.part)) return false;
        const [name = ''] = field.slice(library.part.length).split('.');
        return chosen?.has(name) !== (use.name === 'Omit');
      },
    });
    return computed(context, use.node, library.library);
  }
  const keys = keysOf(context, names, use.scope);
  if (keys === undefined) {
    return noSchema(context, names, 'the names of the fields must be literals', "write 'a' | 'b', or keyof a type");
  }
  return withFields(context, context.resolve(of, use.scope), use, (fields) =>
    fields.filter((field) => keys.has(field.name) === (use.name === 'Pick')),
  );
}

function withFields(
  context: LoadContext,
  type: TypeUse,
  { name, node }: LibraryUse,
  change: (fields: readonly Field[]) => readonly Field[],
): TypeUse {
  const pending = isPending(context.types, type);
  const shape = underlying(context.types, type);
  const fields = pending ? undefined : fieldsOf(context.types, type, spanOf(node));
  if (fields !== undefined) {
    const open = shape.kind === 'object' && shape.open && (name === 'Partial' || name === 'Required');
    return { kind: 'object', parents: [], fields: change(fields), open };
  }
  // The compiler also knows types that are not resolved yet, and which fields all shapes of a union have.
  if ((pending || shape.kind === 'union') && !mentionsTypeParameter(context.checker, node))
    return computed(context, node);
  if (pending) {
    context.reporter.report(spanOf(node), {
      code: 'KB_RECURSIVE_TYPE',
      message: 'a CRD cannot express a type that contains itself',
      hint: RECURSION_HINT,
    });
    return unknownType;
  }
  return shape.kind === 'unknown'
    ? unknownType
    : noSchema(
        context,
        node,
        'this type has no fields to choose from',
        'the first argument is an object with named fields',
      );
}

/** The strings of a type of literals; undefined for other types. */
function keysOf(context: LoadContext, node: ts.TypeNode, scope: Scope): ReadonlySet<string> | undefined {
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword) {
    const type = context.resolve(node.type, scope);
    const fields = isPending(context.types, type) ? undefined : fieldsOf(context.types, type, spanOf(node));
    if (fields !== undefined) return new Set(fields.map(({ name }) => name));
  }
  if (!mentionsTypeParameter(context.checker, node)) {
    const type = context.checker.getTypeFromTypeNode(node);
    if ((type.flags & ts.TypeFlags.Never) !== 0) return new Set();
    const parts = type.isUnion() ? type.types : [type];
    if (!parts.every((part) => part.isStringLiteral() || part.isNumberLiteral())) return undefined;
    if (ts.isTypeOperatorNode(node)) return new Set(parts.map(({ value }) => String(value)).sort(compareText));
  }
  // In the author's order.
  const type = underlying(context.types, context.resolve(node, scope));
  return type.kind === 'enum' ? new Set(type.values.map(String)) : undefined;
}

function noSchema(context: LoadContext, node: ts.Node, message: string, hint: string): TypeUse {
  context.reporter.report(spanOf(node), { code: 'KB_NO_SCHEMA', message, hint });
  return unknownType;
}
