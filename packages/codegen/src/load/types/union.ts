import { typeOf } from '@kb/kubernetes/data';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { NamedType, Scalar, TypeUse, UnionBranch } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import type { LoadContext, Scope } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { integers } from './integers.ts';
import { withoutNull } from './null.ts';
import { escapeText } from './template-literal.ts';
import { keyOf } from './type-key.ts';
import { isPending, underlying, unknownType } from '../../model/type-uses.ts';

/** The members of a union, for {@link unionOf}. */
export interface UnionParts {
  /** The members other than null and undefined. */
  readonly parts: readonly UnionBranch[];
  /** True when null is a member too. */
  readonly nullable: boolean;
  /** The union as the source writes it, for messages. */
  readonly text: string;
  readonly span: Span;
}

type EnumValue = (TypeUse & { kind: 'enum' })['values'][number];

/** Resolves a union type node. */
export function resolveUnion(context: LoadContext, node: ts.UnionTypeNode, scope: Scope): TypeUse {
  let nullable = false;
  let undefinable = false;
  const parts: UnionBranch[] = [];
  for (const part of node.types) {
    if (part.kind === ts.SyntaxKind.UndefinedKeyword) undefinable = true;
    if (part.kind === ts.SyntaxKind.UndefinedKeyword || part.kind === ts.SyntaxKind.NeverKeyword) continue;
    if (isNull(part)) nullable = true;
    else parts.push({ name: oneLine(part.getText()), type: context.resolve(part, scope), span: spanOf(part) });
  }
  // Drops the comments between the members.
  const text = node.types.map((part) => part.getText()).join(' | ');
  const type = unionOf(context, { parts, nullable, text, span: spanOf(node) });
  if (!undefinable && !parts.some((part) => mayBeUndefined(context.types, part.type))) return type;
  const own = { ...type };
  withUndefined.add(own);
  return own;
}

/** Unions with undefined, which schemas do not have. */
const withUndefined = new WeakSet<TypeUse>();

/** True for a type that allows undefined, directly or through names. */
export function mayBeUndefined(types: LoadContext['types'], use: TypeUse): boolean {
  const seen = new Set<TypeUse>();
  let current: TypeUse | undefined = use;
  while (current !== undefined && !withUndefined.has(current) && !seen.has(current)) {
    seen.add(current);
    if (current.kind === 'nullable') current = current.of;
    else current = current.kind === 'named' ? types.get(current.id)?.type : undefined;
  }
  return current !== undefined && withUndefined.has(current);
}

function isNull(node: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
}

/**
 * Resolves a union: a closed set of values, a nullable type, an IntOrString, or objects of several shapes. Reports
 * unions that a structural schema cannot express.
 */
export function unionOf(context: LoadContext, union: UnionParts): TypeUse {
  let { nullable } = union;
  const members = distinct(
    union.parts.map((part) => {
      const type = withoutNull(context.types, part.type);
      if (type === part.type) return part;
      nullable = true;
      return { ...part, type };
    }),
  );
  const parts = members.length === 1 ? members : distinct(members.flatMap((part) => branchesOf(context, part)));
  const type = typeOfParts(context, parts, union);
  return nullable && type.kind !== 'unknown' ? { kind: 'nullable', of: type } : type;
}

/** Shortens the text of a type to one line. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

function typeOfParts(context: LoadContext, parts: readonly UnionBranch[], union: UnionParts): TypeUse {
  const [first] = parts;
  if (first === undefined) {
    context.reporter.report(union.span, {
      code: 'KB_NO_SCHEMA',
      message: union.nullable ? 'null alone has no schema' : 'undefined is not a JSON value',
      hint: 'write the type that the value has otherwise',
    });
    return unknownType;
  }
  if (parts.length === 1) return first.type;
  const shapes = parts.map(({ type }) =>
    isPending(context.types, type) ? pendingObject : underlying(context.types, type),
  );
  if (shapes.some(({ kind }) => kind === 'unknown')) return unknownType;
  const json = shapes.find(({ kind }) => kind === 'json');
  if (json !== undefined) return json;
  const use = enumOf(shapes) ?? patternOf(shapes) ?? scalarOf(shapes);
  if (use !== undefined) return use;
  return shapes.every(isObject) ? { kind: 'union', branches: parts, span: union.span } : refuse(context, shapes, union);
}

/** Stands for a type that is being resolved; the real type is known when its schema is built. */
const pendingObject: TypeUse = { kind: 'object', parents: [], fields: [], open: false };

/** The members of a nested union become members of the outer one. */
function branchesOf(context: LoadContext, part: UnionBranch): readonly UnionBranch[] {
  const shape = underlying(context.types, part.type);
  if (shape.kind !== 'union') return [part];
  for (const { name, markers } of namesOf(context, part.type)) {
    for (const marker of markers) {
      if (marker.effect.on !== 'schema' && marker.effect.on !== 'schemaPatch') continue;
      context.reporter.report(marker.span, {
        code: 'KB_MARKER_MISMATCH',
        message: `+${marker.name} does not fit: ${name} is part of a larger union, which only has the shapes of ${name}`,
        hint: 'put the marker on the larger union, or on each shape',
      });
    }
  }
  return shape.branches;
}

/** The declarations that a use refers to, one after the other. */
function namesOf(context: LoadContext, use: TypeUse): NamedType[] {
  if (use.kind === 'nullable') return namesOf(context, use.of);
  const declared = use.kind === 'named' ? context.types.get(use.id) : undefined;
  return declared === undefined ? [] : [declared, ...namesOf(context, declared.type)];
}

function distinct(parts: readonly UnionBranch[]): UnionBranch[] {
  const byKey = new Map<string, UnionBranch>();
  for (const part of parts) {
    const key = keyOf(part.type);
    if (!byKey.has(key)) byKey.set(key, part);
  }
  return [...byKey.values()];
}

function enumOf(shapes: readonly TypeUse[]): TypeUse | undefined {
  const values = new Set<EnumValue>();
  for (const shape of shapes) {
    if (shape.kind !== 'enum') return undefined;
    for (const value of shape.values) values.add(value);
  }
  const types = new Set([...values].map((value) => typeof value));
  if (types.size !== 1) return undefined;
  return types.has('boolean') && values.size === 2
    ? { kind: 'scalar', scalar: 'boolean' }
    : { kind: 'enum', values: [...values] };
}

/** Combines strings of which some are patterns. */
function patternOf(shapes: readonly TypeUse[]): TypeUse | undefined {
  const sources = new Set<string>();
  for (const shape of shapes) {
    if (shape.kind === 'pattern') sources.add(shape.source);
    else if (shape.kind !== 'enum') return undefined;
    else {
      for (const value of shape.values) {
        if (typeof value !== 'string') return undefined;
        sources.add(escapeText(value));
      }
    }
  }
  return { kind: 'pattern', source: `(?:${[...sources].join('|')})` };
}

/** A literal beside its own type is redundant; an integer or a string is Kubernetes' IntOrString. */
function scalarOf(shapes: readonly TypeUse[]): TypeUse | undefined {
  const scalars = new Set<Scalar>();
  let intOrString = false;
  let patterns = false;
  for (const shape of shapes) {
    if (shape.kind === 'scalar') scalars.add(shape.scalar);
    else if (shape.kind === 'builtIn' && shape.name === 'intstr.IntOrString') intOrString = true;
    else if (shape.kind === 'pattern') patterns = true;
    else if (shape.kind !== 'enum') return undefined;
  }
  if (patterns && !scalars.has('string')) return undefined;
  const kinds = [...scalars];
  const numbers = kinds.filter((kind) => integers.has(kind));
  const allowed = new Set<string>(kinds.map(jsonTypeOf));
  if (intOrString) for (const name of ['string', 'number']) allowed.add(name);
  const takesFractions = kinds.some((kind) => jsonTypeOf(kind) === 'number' && !integers.has(kind));
  const closed = shapes.some(
    (shape) =>
      shape.kind === 'enum' &&
      shape.values.some(
        (value) =>
          !allowed.has(typeof value) || (typeof value === 'number' && !Number.isInteger(value) && !takesFractions),
      ),
  );
  if (closed) return undefined;
  if (
    kinds.every((kind) => kind === 'string' || integers.has(kind)) &&
    (intOrString || (numbers.length > 0 && scalars.has('string')))
  ) {
    return { kind: 'builtIn', name: 'intstr.IntOrString' };
  }
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined && !intOrString ? { kind: 'scalar', scalar: only } : undefined;
}

function jsonTypeOf(scalar: Scalar): string {
  if (scalar === 'boolean') return 'boolean';
  return scalar === 'string' || scalar === 'bytes' ? 'string' : 'number';
}

function isObject(shape: TypeUse): boolean {
  if (shape.kind === 'builtIn') {
    const data = typeOf(shape.name);
    return data !== undefined && data.struct && data.override === undefined;
  }
  return shape.kind === 'object' || shape.kind === 'kubernetesObject';
}

function refuse(context: LoadContext, shapes: readonly TypeUse[], { text, span }: UnionParts): TypeUse {
  context.reporter.report(span, {
    code: 'KB_NO_SCHEMA',
    message: `a CRD cannot express the union ${oneLine(text)}`,
    hint: hintFor(shapes),
  });
  return unknownType;
}

function hintFor(shapes: readonly TypeUse[]): string {
  if (shapes.some(({ kind }) => kind === 'list'))
    return 'write the list alone: a single value can be a list of one element';
  if (shapes.some(({ kind }) => kind === 'map')) return 'write one object in which the map has a field of its own';
  if (shapes.some(isObject))
    return 'a field is always an object, or never: write an object with one optional field for each form';
  return "use IntOrString (from '@kb/apimachinery') for a whole number or text, or literals of one type for a closed set of values";
}
