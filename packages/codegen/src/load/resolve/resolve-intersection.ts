import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Field, ObjectType, TypeUse, UnionBranch } from '../../model/model.ts';
import { checkParents } from '../types/check-parents.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { RECURSION_HINT } from '../computed/refuse-computed.ts';
import type { LoadContext, Scope } from '../context/load-context.ts';
import { integers } from '../types/integers.ts';
import { intersectUses, type IntersectObjects, isBuiltInScalar } from '../types/intersect-uses.ts';
import { mapBesideFields } from '../types/map-beside-fields.ts';
import { markOf } from '../types/mark.ts';
import { isNullable, withNull, withoutNull } from '../types/null.ts';
import { isBrand, mixedHint } from '../types/brand.ts';
import { keyOf } from '../types/type-key.ts';
import { fieldsOf, isPending, underlying, unknownType } from '../../model/type-uses.ts';
import { oneLine } from '../types/union.ts';

/** The maximum number of shapes of an intersection of unions. */
const MAX_SHAPES = 100;

/**
 * Resolves an intersection: the object with the fields of all parts, or the literals that they share. null is a value
 * only if all parts allow it. As for the compiler, an intersection with a union is a union of intersections. Brands,
 * which exist only for the compiler, are dropped.
 */
export function resolveIntersection(context: LoadContext, node: ts.IntersectionTypeNode, scope: Scope): TypeUse {
  const integer = integerThatIsNumber(context, node, scope);
  if (integer !== undefined) return integer;
  const written = withoutBrands(context, node, scope).map((part) => ({
    name: oneLine(part.getText()),
    type: context.resolve(part, scope),
    span: spanOf(part),
  }));
  const pending = written.find(({ type }) => isPending(context.types, type));
  if (pending !== undefined) {
    context.reporter.report(pending.span, {
      code: 'KB_RECURSIVE_TYPE',
      message: `a CRD cannot express a type that contains itself: ${pending.name} is a part of ${oneLine(node.getText())}`,
      hint: RECURSION_HINT,
    });
    return unknownType;
  }
  if (written.some(({ type }) => underlying(context.types, type).kind === 'unknown')) return unknownType;
  // A branded value is never null.
  const hasBrand = written.length < node.types.length;
  const nullable = !hasBrand && written.every(({ type }) => isNullable(context.types, type));
  const type = intersectParts(context, written, node);
  return nullable ? withNull(context.types, type) : type;
}

function intersectParts(context: LoadContext, written: readonly UnionBranch[], node: ts.IntersectionTypeNode): TypeUse {
  const { types } = context;
  // `unknown` allows any value, and `{}` any but null: beside another type, neither restricts anything.
  const saying = written.filter(({ type }) => !saysNothing(underlying(types, type)));
  const parts = (saying.length > 0 ? saying : written.slice(0, 1)).map((part) => ({
    ...part,
    type: withoutNull(types, part.type),
  }));
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && !isJsonBeside(context, node)) return only.type;
  if (parts.every(({ type }) => isObject(underlying(types, type)))) {
    if (isJsonBeside(context, node)) parts.push({ name: 'JsonObject', type: anyFields, span: spanOf(node) });
    return reported(context, intersectObjects(context, parts, spanOf(node)), parts, node);
  }
  const [first = unknownType, ...others] = parts.map(({ type }) => type);
  const both: IntersectObjects = (a, b) => intersectFields(context, a, b, spanOf(node));
  const type = others.reduce<TypeUse | 'nothing' | undefined>(
    (sum, other) => (sum === undefined || sum === 'nothing' ? sum : intersectUses(types, sum, other, both)),
    first,
  );
  return reported(context, type, parts, node);
}

/** The type of arbitrary JSON beside named fields: an object may have other fields. */
const anyFields: TypeUse = { kind: 'map', values: { kind: 'json' } };

/**
 * True if a part is a type of `@kb/apimachinery` for arbitrary JSON: unlike `unknown`, it allows fields of any name.
 */
function isJsonBeside({ checker }: LoadContext, node: ts.IntersectionTypeNode): boolean {
  return node.types.some((part) => markOf(checker, checker.getTypeFromTypeNode(part))?.startsWith('Json') === true);
}

/** The parts of an intersection without brands. */
function withoutBrands(context: LoadContext, node: ts.IntersectionTypeNode, scope: Scope): readonly ts.TypeNode[] {
  const { checker } = context;
  const isBrandOf = (part: ts.TypeNode, strict: boolean): boolean =>
    isBrand(checker, checker.getTypeFromTypeNode(part), strict);
  const others = node.types.filter((part) => !isBrandOf(part, false));
  if (others.length === node.types.length || others.length === 0) return node.types;
  const isOfObjects = others.some((part) => isObject(underlying(context.types, context.resolve(part, scope))));
  const rest = isOfObjects ? node.types.filter((part) => !isBrandOf(part, true)) : others;
  return rest.length > 0 ? rest : node.types;
}

function reported(
  context: LoadContext,
  type: TypeUse | 'nothing' | undefined,
  parts: readonly UnionBranch[],
  node: ts.IntersectionTypeNode,
): TypeUse {
  if (type === undefined) return notAnObject(context, parts, node);
  if (type !== 'nothing') return type;
  const ofObjects = parts.some((part) => isObject(underlying(context.types, part.type)));
  context.reporter.report(spanOf(node), {
    code: 'KB_NO_SCHEMA',
    message: `no value fits all parts of ${oneLine(node.getText())}`,
    hint: ofObjects
      ? 'the literals of a field that several parts have must have one in common'
      : 'an intersection has the values that its parts share: write the part that is meant, or a union of them with |',
  });
  return unknownType;
}

/**
 * The object with the fields of all parts, which are objects or unions of objects; `nothing` if no value matches all.
 */
function intersectObjects(context: LoadContext, parts: readonly UnionBranch[], place: Span): TypeUse | 'nothing' {
  let shapes: readonly UnionBranch[][] = [[]];
  for (const part of parts) {
    const shape = underlying(context.types, part.type);
    if (shape.kind === 'map' && parts.length > 1 && underlying(context.types, shape.values).kind !== 'json') {
      const fields = parts
        .filter((other) => other !== part)
        .flatMap((other) => fieldsOf(context.types, other.type, other.span) ?? []);
      context.reporter.report(part.span, mapBesideFields({ map: part.name, values: shape.values, fields }));
      return unknownType;
    }
    const branches = shape.kind === 'union' ? shape.branches : [part];
    shapes = shapes.flatMap((chosen) => branches.map((branch) => [...chosen, branch]));
    if (shapes.length > MAX_SHAPES) {
      context.reporter.report(place, {
        code: 'KB_NO_SCHEMA',
        message: `this intersection of unions has more than ${MAX_SHAPES} shapes`,
        hint: 'put each union into a separate field',
      });
      return unknownType;
    }
  }
  const branches = shapes.flatMap((chosen): UnionBranch[] => {
    const type = intersectionOf(context, chosen);
    const name = oneLine(chosen.map((part) => part.name).join(' & '));
    const span = chosen.find((part) => !parts.includes(part))?.span ?? place;
    return type === undefined ? [] : [{ name, type, span }];
  });
  const [only] = branches;
  if (only === undefined) return 'nothing';
  return branches.length === 1 ? only.type : { kind: 'union', branches, span: place };
}

/** The types of a field that two objects both have. */
function intersectFields(context: LoadContext, a: TypeUse, b: TypeUse, place: Span): TypeUse | 'nothing' | undefined {
  if (![a, b].every((use) => isObject(underlying(context.types, use)))) return undefined;
  const parts = [a, b].map((type) => ({ name: nameOf(context, type), type, span: place }));
  return intersectObjects(context, parts, place);
}

function nameOf({ types }: LoadContext, use: TypeUse): string {
  const declared = use.kind === 'named' ? types.get(use.id)?.name : undefined;
  return declared ?? (use.kind === 'builtIn' ? use.name : 'the object in place');
}

/**
 * The integer of `int64 & number`: one that is never a bigint, as in the types of Kubernetes. Undefined for other
 * intersections.
 */
function integerThatIsNumber(
  context: LoadContext,
  { types }: ts.IntersectionTypeNode,
  scope: Scope,
): TypeUse | undefined {
  const others = types.filter(({ kind }) => kind !== ts.SyntaxKind.NumberKeyword);
  const [only] = others;
  if (only === undefined || others.length > 1 || types.length === 1) return undefined;
  const type = context.resolve(only, scope);
  const scalar = underlying(context.types, type);
  return scalar.kind === 'scalar' && integers.has(scalar.scalar) ? type : undefined;
}

/** The object with the fields of all parts; undefined if no value of a shared field matches them all. */
function intersectionOf(context: LoadContext, parts: readonly UnionBranch[]): ObjectType | undefined {
  const all = new Map<string, Field>();
  // The fields that the compiler would merge, which must not be duplicated here.
  const merged = new Map<string, Field>();
  for (const { type, span } of parts) {
    for (const field of fieldsOf(context.types, type, span) ?? []) {
      const earlier = all.get(field.name);
      const both = earlier === undefined ? undefined : mergedField(earlier, field, context);
      if (both === 'nothing') return undefined;
      all.set(field.name, both ?? field);
      if (both !== undefined) merged.set(field.name, both);
      // What two parts have in common does not replace what a third says.
      else if (earlier !== undefined && keyOf(earlier.type) !== keyOf(field.type)) merged.delete(field.name);
    }
  }
  const maps = parts.filter(({ type }) => underlying(context.types, type).kind === 'map');
  const objects = checkParents(
    context,
    parts.filter((part) => !maps.includes(part)),
    new Set(merged.keys()),
  );
  return {
    kind: 'object',
    parents: objects.map(({ type }) => type),
    fields: [...merged.values()],
    open: maps.length > 0,
  };
}

/**
 * Merges a field that two parts have: the same one, or the values that both allow. Undefined: their schemas can be
 * combined with `allOf`.
 */
function mergedField(a: Field, b: Field, context: LoadContext): Field | 'nothing' | undefined {
  const { types } = context;
  const markers = [
    ...a.markers,
    ...b.markers.filter(({ span }) => !a.markers.some((marker) => sameSpan(marker.span, span))),
  ];
  const both = { ...b, required: a.required || b.required, doc: b.doc === '' ? a.doc : b.doc, markers };
  if (keyOf(a.type) === keyOf(b.type)) return markers.length === a.markers.length ? both : undefined;
  if (canStandBeside(types, a.type, b.type)) return undefined;
  const type = intersectUses(types, a.type, b.type, (x, y) => intersectFields(context, x, y, b.span));
  // A closed set distinguishes shapes, so a shape without a common value is dropped. Other conflicts are reported.
  if (type === 'nothing') return isEnum(types, a.type) || isEnum(types, b.type) ? 'nothing' : undefined;
  return type === undefined ? undefined : { ...both, type };
}

/** True when combining the two schemas means the same as the intersection of the types. */
function canStandBeside(types: LoadContext['types'], a: TypeUse, b: TypeUse): boolean {
  if (keyOf(a) === keyOf(b)) return true;
  if (isPending(types, a) || isPending(types, b)) return true;
  if (isNullable(types, a) !== isNullable(types, b)) return false;
  const [ours, theirs] = [underlying(types, a), underlying(types, b)];
  const kinds = new Set([ours.kind, theirs.kind]);
  if (kinds.has('json') || kinds.has('enum')) return false;
  if (kinds.has('builtIn') && kinds.has('scalar')) return false;
  if (ours.kind === 'list' && theirs.kind === 'list') return canStandBeside(types, ours.items, theirs.items);
  if (ours.kind !== 'object' || theirs.kind !== 'object') return !kinds.has('union');
  const others = new Map((fieldsOf(types, b, noSpan) ?? []).map((field) => [field.name, field.type]));
  return (fieldsOf(types, a, noSpan) ?? []).every((field) => {
    const other = others.get(field.name);
    return other === undefined || canStandBeside(types, field.type, other);
  });
}

/** A placeholder: nothing is reported here. */
const noSpan: Span = { file: '', line: 0, column: 0, length: 0 };

function isEnum(types: LoadContext['types'], use: TypeUse): boolean {
  return underlying(types, use).kind === 'enum';
}

function sameSpan(a: Span, b: Span): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

function isObject(type: TypeUse): boolean {
  if (isBuiltInScalar(type)) return false;
  const { kind } = type;
  return (
    kind === 'object' ||
    kind === 'union' ||
    kind === 'map' ||
    kind === 'builtIn' ||
    kind === 'builtInField' ||
    kind === 'kubernetesObject'
  );
}

function notAnObject(context: LoadContext, parts: readonly UnionBranch[], node: ts.IntersectionTypeNode): TypeUse {
  const kinds = new Set(parts.map(({ type }) => underlying(context.types, type).kind));
  context.reporter.report(spanOf(node), {
    code: 'KB_NO_SCHEMA',
    message: `a CRD cannot express the intersection ${oneLine(node.getText())}`,
    hint: hintFor(kinds, node),
  });
  return unknownType;
}

function hintFor(kinds: ReadonlySet<TypeUse['kind']>, node: ts.IntersectionTypeNode): string {
  if (kinds.has('list')) return 'write an object with a field for the list, or the list alone';
  if (kinds.has('pattern'))
    return 'write string, with one regular expression for both rules in a marker above the field, such as // +kubebuilder:validation:Pattern=`^a.*z$`';
  return mixedHint(node);
}

/** True for `unknown`, and for the `{}` in `string & {}`, which authors write to keep an editor's suggestions. */
function saysNothing(shape: TypeUse): boolean {
  if (shape.kind === 'json') return true;
  return shape.kind === 'object' && shape.fields.length === 0 && shape.parents.length === 0 && !shape.open;
}
