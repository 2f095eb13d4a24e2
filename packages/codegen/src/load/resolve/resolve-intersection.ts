import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Field, ObjectType, TypeUse, UnionBranch } from '../../model/model.ts';
import { checkParents } from '../types/check-parents.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../program/compiler.ts';
import { recursionHint } from './computed-type.ts';
import type { LoadContext, Scope } from '../load-context.ts';
import { integers } from '../types/integers.ts';
import { keyOf } from '../types/type-key.ts';
import { fieldsOf, isPending, underlying, unknownType } from '../types/type-uses.ts';
import { oneLine } from '../types/union.ts';

/** How many shapes an intersection of unions may have. */
const maxShapes = 100;

/** The object that has the fields of all parts. An intersection with a union is a union of intersections, as it is for the compiler. */
export function resolveIntersection(context: LoadContext, node: ts.IntersectionTypeNode, scope: Scope): TypeUse {
  const integer = integerThatIsNumber(context, node, scope);
  if (integer !== undefined) return integer;
  const parts = node.types.map((part) => ({
    name: oneLine(part.getText()),
    type: context.resolve(part, scope),
    span: spanOf(part),
  }));
  let shapes: readonly UnionBranch[][] = [[]];
  for (const part of parts) {
    const shape = underlying(context.types, part.type);
    if (isPending(context.types, part.type)) {
      context.reporter.report(part.span, {
        code: 'KB_RECURSIVE_TYPE',
        message: `a structural schema cannot express a type that contains itself: ${part.name} is a part of ${oneLine(node.getText())}`,
        hint: recursionHint,
      });
      return unknownType;
    }
    if (!isObject(shape)) return notAnObject(context, node, parts);
    if (shape.kind === 'map' && underlying(context.types, shape.values).kind !== 'json') {
      context.reporter.report(part.span, {
        code: 'KB_NO_SCHEMA',
        message: 'a structural schema has named fields or an index signature, not both',
        hint: 'put the map into a field of its own; Record<string, unknown> beside fields is allowed',
      });
      return unknownType;
    }
    const branches = shape.kind === 'union' ? shape.branches : [part];
    shapes = shapes.flatMap((chosen) => branches.map((branch) => [...chosen, branch]));
    if (shapes.length > maxShapes) {
      context.reporter.report(spanOf(node), {
        code: 'KB_NO_SCHEMA',
        message: `this intersection of unions has more than ${maxShapes} shapes`,
        hint: 'give each union a field of its own',
      });
      return unknownType;
    }
  }
  const branches = shapes.flatMap((chosen): UnionBranch[] => {
    const type = intersectionOf(context, chosen);
    const name = oneLine(chosen.map((part) => part.name).join(' & '));
    const span = chosen.find((part) => !parts.includes(part))?.span ?? spanOf(node);
    return type === undefined ? [] : [{ name, type, span }];
  });
  const [only] = branches;
  if (only === undefined) {
    context.reporter.report(spanOf(node), {
      code: 'KB_NO_SCHEMA',
      message: `no value fits all parts of ${oneLine(node.getText())}`,
      hint: 'the literals of a field that several parts have must have one in common',
    });
    return unknownType;
  }
  return branches.length === 1 ? only.type : { kind: 'union', branches, span: spanOf(node) };
}

/** The integer of `int64 & number`: one that is never a bigint, as in the types of Kubernetes. Undefined: it is something else. */
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

/** The object with the fields of all parts; undefined when parts have a field of which no value fits them all. */
function intersectionOf(context: LoadContext, parts: readonly UnionBranch[]): ObjectType | undefined {
  const all = new Map<string, Field>();
  // What is one field for the compiler, and must not be two here.
  const merged = new Map<string, Field>();
  for (const { type, span } of parts) {
    for (const field of fieldsOf(context.types, type, span) ?? []) {
      const earlier = all.get(field.name);
      const both = earlier === undefined ? undefined : mergedField(earlier, field, context);
      if (both === 'nothing') return undefined;
      all.set(field.name, both ?? field);
      if (both !== undefined) merged.set(field.name, both);
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

/** A field that two parts have: the same one, or the values that both allow. Undefined: their schemas can stand beside each other. */
function mergedField(a: Field, b: Field, { types }: LoadContext): Field | 'nothing' | undefined {
  const [ours, theirs] = [underlying(types, a.type), underlying(types, b.type)];
  const markers = [
    ...a.markers,
    ...b.markers.filter(({ span }) => !a.markers.some((marker) => sameSpan(marker.span, span))),
  ];
  const both = { ...b, required: a.required || b.required, doc: b.doc === '' ? a.doc : b.doc, markers };
  if (keyOf(a.type) === keyOf(b.type) && markers.length === a.markers.length) return both;
  if (ours.kind !== 'enum' || theirs.kind !== 'enum') return undefined;
  const values = ours.values.filter((value) => theirs.values.includes(value));
  return values.length === 0 ? 'nothing' : { ...both, type: { kind: 'enum', values } };
}

function sameSpan(a: Span, b: Span): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

function isObject({ kind }: TypeUse): boolean {
  return (
    kind === 'object' ||
    kind === 'union' ||
    kind === 'map' ||
    kind === 'builtIn' ||
    kind === 'builtInField' ||
    kind === 'kubernetesObject'
  );
}

function notAnObject(context: LoadContext, node: ts.IntersectionTypeNode, parts: readonly UnionBranch[]): TypeUse {
  const shapes = parts.map(({ type }) => underlying(context.types, type));
  if (shapes.some(({ kind }) => kind === 'unknown')) return unknownType;
  const [only, ...others] = parts.filter((_, index) => !isEmptyObject(shapes[index]));
  if (only !== undefined && others.length === 0) return only.type;
  context.reporter.report(spanOf(node), {
    code: 'KB_NO_SCHEMA',
    message: `a structural schema cannot express the intersection ${oneLine(node.getText())}`,
    hint: 'intersections are of objects; a branded text or number is written as an alias without the brand',
  });
  return unknownType;
}

/** `string & {}` is written to keep an editor's suggestions. */
function isEmptyObject(shape: TypeUse | undefined): boolean {
  return shape?.kind === 'object' && shape.fields.length === 0 && shape.parents.length === 0;
}
