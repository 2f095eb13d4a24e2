import type { CelType } from '../types/cel-type.ts';
import { partsOf } from '../types/type-parts.ts';
import { type Argument, argumentSize, type EstimateCall, integerOf, PER_CHARACTER } from './argument.ts';
import { add, type Bounds, multiply, scale, unknownBounds, wrap, zero } from './bounds.ts';
import { addField, type FieldPath, fieldsOf } from './field-path.ts';

/** The elements of a list. */
export interface Elements {
  readonly type: CelType;
  readonly path: FieldPath | undefined;
  readonly size: undefined;
}

/** The elements of an argument; undefined: it is no list. */
export function elementsOf({ type, path }: Argument): Elements | undefined {
  const [element] = partsOf(type);
  if (element === undefined) return undefined;
  return { type: element, path: path && addField(copyOf(path), '@items'), size: undefined };
}

/** A path that shares no memory with others. */
function copyOf(path: FieldPath): FieldPath {
  return { memory: [...fieldsOf(path)], length: path.length, capacity: path.length };
}

/** `text.replace(part, other)`. */
export const replacing: EstimateCall = (estimation, { target, args: [part, other] }) => {
  if (target === undefined || part === undefined || other === undefined) return undefined;
  const text = argumentSize(estimation, target);
  const replaced = argumentSize(estimation, part);
  const inserted = argumentSize(estimation, other);
  const most = replacements(text.max, replaced.min, inserted.max <= replaced.min);
  const fewest = replacements(text.min, replaced.max, replaced.max <= inserted.min);
  const counts: Bounds = { min: fewest.count, max: most.count };
  const kept: Bounds = { min: fewest.kept, max: most.kept };
  return { cost: scale(text, 2 * PER_CHARACTER), size: add(multiply(counts, inserted), kept) };
};

/** How often a part of some size is replaced in a text, and how much of the text stays beside that. */
function replacements(
  text: bigint,
  part: bigint,
  isWithoutEffect: boolean,
): { readonly count: bigint; readonly kept: bigint } {
  // The new text stands around each character.
  if (part === 0n) return { count: text < unknownBounds.max ? text + 1n : text, kept: text };
  if (isWithoutEffect) return { count: 0n, kept: text };
  const count = BigInt(Math.ceil(Number(text) / Number(part)));
  return { count: count < unknownBounds.max ? count : unknownBounds.max, kept: 0n };
}

/** `text.split(separator)`, which may give every character. */
export const splitting: EstimateCall = (estimation, { target, args: [, limit] }) => {
  if (target === undefined) return undefined;
  const text = argumentSize(estimation, target);
  const most = limit === undefined ? undefined : integerOf(limit);
  const max = most === undefined ? text.max : wrap(most);
  return { cost: scale(text, 2 * PER_CHARACTER), size: { min: 0n, max } };
};

/** `list.join(separator)`. */
export const joining: EstimateCall = (estimation, { target, args: [separator] }) => {
  if (target === undefined) return undefined;
  const count = argumentSize(estimation, target);
  const elements = elementsOf(target);
  const texts = elements === undefined ? zero : multiply(count, argumentSize(estimation, elements));
  const size =
    separator === undefined ? texts : add(texts, multiply(argumentSize(estimation, separator), between(count)));
  return { cost: scale(size, PER_CHARACTER), size };
};

/** How many separators there are. */
function between({ min, max }: Bounds): Bounds {
  return { min: min > 0n ? min - 1n : 0n, max: max > 0n ? max - 1n : 0n };
}
