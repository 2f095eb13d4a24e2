import type { TypeUse } from '../../model/model.ts';
import { compareText } from '../../text/compare-text.ts';
import { spanOf } from '../comments/comments.ts';
import type { ComputedPlace, LoadContext } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { apimachineryType } from '../program/virtual-apimachinery.ts';
import { isNarrowed } from '../types/brand.ts';
import { halfOf, withNames } from '../types/mark.ts';
import { oneLine, unionOf } from '../types/union.ts';
import { inside } from '../validation/schema-type.ts';
import { literalOrder, type LiteralValue } from './literal-order.ts';

/** Resolves a union that the compiler computed: a value may be a value of any member. */
export function computedUnion(context: LoadContext, type: ts.UnionType, place: ComputedPlace): TypeUse {
  const span = spanOf(place.node);
  const members = type.types.filter((part) => (part.flags & ts.TypeFlags.Undefined) === 0);
  const rest = inOrder(
    members.filter((part) => (part.flags & ts.TypeFlags.Null) === 0),
    literalOrder(context.checker, place.written ?? place.node),
  );
  const inner = stepInto(place, rest, members);
  const parts = withoutHalves(context.checker, rest).map((part) =>
    'kind' in part
      ? { name: part.kind, type: part, span }
      : { name: oneLine(context.checker.typeToString(part)), type: context.resolveComputed(part, inner), span },
  );
  const text = withNames(context.checker.typeToString(type));
  return unionOf(context, { parts, nullable: rest.length < members.length, text, span });
}

/** The place of the members. A single member beside null is the type itself, and there are no other shapes. */
function stepInto(place: ComputedPlace, rest: readonly ts.Type[], members: readonly ts.Type[]): ComputedPlace {
  if (rest.length > 1) return inside(place, { kind: 'shape' });
  return rest.length < members.length ? inside(place, { kind: 'nullable' }) : place;
}

/**
 * Sorts the members of a union, which the compiler orders by where it first met them in the program: literals in source
 * order, literals that only computing produces after them, by value, and declared types by declaration.
 */
function inOrder(types: readonly ts.Type[], order: ReadonlyMap<LiteralValue, number>): ts.Type[] {
  const placed = types.map((type) => {
    const isPlain = type.isLiteral() && (type.flags & ts.TypeFlags.EnumLiteral) === 0;
    const declaration = isPlain ? undefined : (type.aliasSymbol ?? type.getSymbol())?.declarations?.[0];
    const value = isPlain && typeof type.value !== 'object' ? type.value : '';
    const place = isPlain ? (order.get(value) ?? order.size) : -1;
    return { type, value, place, file: declaration?.getSourceFile().fileName ?? '', position: declaration?.pos ?? 0 };
  });
  placed.sort(
    (a, b) =>
      a.place - b.place ||
      (typeof a.value === 'number' && typeof b.value === 'number'
        ? a.value - b.value
        : compareText(String(a.value), String(b.value)) || compareText(a.file, b.file) || a.position - b.position),
  );
  return placed.map(({ type }) => type);
}

/** Replaces the two members of an IntOrString or a Quantity by the one type. */
function withoutHalves(checker: ts.TypeChecker, types: readonly ts.Type[]): readonly (ts.Type | TypeUse)[] {
  const halves = types.map((type) => (isNarrowed(checker, type) ? undefined : halfOf(checker, type)));
  return types.flatMap((type, index): (ts.Type | TypeUse)[] => {
    const half = halves[index];
    const isWhole = half !== undefined && halves.some((other) => other?.name === half.name && other.base !== half.base);
    if (!isWhole) return [type];
    const use =
      halves.findIndex((other) => other?.name === half.name) === index ? apimachineryType(half.name) : undefined;
    return use === undefined ? [] : [use];
  });
}
