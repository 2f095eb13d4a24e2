import type { Expr } from '../ast/expr.ts';
import type { CheckedExpr } from '../check/check.ts';
import { type CelType, simpleType } from '../types/cel-type.ts';
import { insideOptional } from '../types/type-parts.ts';
import { codePointCount } from '../values/size.ts';
import { type Bounds, exactly, exactlyOne, unknownBounds, union } from './bounds.ts';
import { addField, type FieldPath, fieldsOf } from './field-path.ts';

/**
 * The size of a value by its path from a variable: the characters of a text, the bytes of `bytes`, the elements of a
 * list or a map. Undefined: nothing is known of the path. The elements of a list are its field `@items`, the keys and
 * the values of a map `@keys` and `@values`.
 */
export type SizeEstimates = (path: readonly string[]) => Bounds | undefined;

/** The sizes of what is in a list or a map. */
export interface EntrySizes {
  readonly container: 'list' | 'map';
  readonly key: Bounds;
  readonly value: Bounds;
}

/** What is known of a variable of a loop. */
interface Variable {
  readonly path: FieldPath | undefined;
  readonly size: Bounds | undefined;
  readonly entries: EntrySizes | undefined;
}

/** The estimate of one expression. What is known of a node is kept by its id. */
export interface Estimation {
  readonly checked: CheckedExpr;
  readonly sizes: SizeEstimates;
  readonly paths: Map<number, FieldPath | undefined>;
  readonly known: Map<number, Bounds>;
  readonly entries: Map<number, EntrySizes>;
  /** The variables of the loops by name, the innermost last. */
  readonly variables: Map<string, Variable[]>;
}

const DYN = simpleType('dyn');

/** The type of a node. */
export function typeOf({ checked }: Estimation, { id }: Expr): CelType {
  return checked.types.get(id) ?? DYN;
}

/** The innermost variable of a loop with this name. */
export function variableOf({ variables }: Estimation, name: string): Variable | undefined {
  return variables.get(name)?.at(-1);
}

function push({ variables }: Estimation, name: string, variable: Variable): void {
  const known = variables.get(name);
  if (known === undefined) variables.set(name, [variable]);
  else known.push(variable);
}

/** Begins a variable with the value of an expression. */
export function pushValue(estimation: Estimation, name: string, value: Expr): void {
  const path = pathTo(estimation, value);
  push(estimation, name, { path, size: sizeOf(estimation, value), entries: entriesOf(estimation, value) });
}

/**
 * Begins a variable for the keys or the values of a range; without `part`, for what a loop with one variable goes over:
 * the elements of a list, the keys of a map.
 */
export function pushPart(estimation: Estimation, name: string, range: Expr, part?: 'key' | 'value'): void {
  const entries = entriesOf(estimation, range);
  const container = entries?.container ?? typeOf(estimation, range).kind;
  const isList = container === 'list';
  const meant = part ?? (isList ? 'value' : 'key');
  const listField = meant === 'key' ? '@indices' : '@items';
  const mapField = meant === 'key' ? '@keys' : '@values';
  const path = addField(pathTo(estimation, range), isList ? listField : mapField);
  push(estimation, name, { path, size: entries?.[meant], entries: undefined });
}

/** Ends a variable. */
export function pop({ variables }: Estimation, name: string): void {
  variables.get(name)?.pop();
}

/** The path to the value of a node, if it has one. */
export function pathTo(estimation: Estimation, expr: Expr): FieldPath | undefined {
  const variable = expr.kind === 'ident' ? variableOf(estimation, expr.name) : undefined;
  return variable === undefined ? estimation.paths.get(expr.id) : variable.path;
}

/** The size of the value of a node; undefined: it is not known. */
export function sizeOf(estimation: Estimation, expr: Expr): Bounds | undefined {
  const before = estimation.known.get(expr.id) ?? literalSize(expr);
  if (before !== undefined) return before;
  const declared = declaredSize(estimation, pathTo(estimation, expr));
  if (declared !== undefined) {
    estimation.known.set(expr.id, declared);
    return declared;
  }
  if (isScalar(typeOf(estimation, expr))) return exactlyOne;
  return expr.kind === 'ident' ? variableOf(estimation, expr.name)?.size : undefined;
}

/** The size of the value of a node. */
export function sizeOrUnknown(estimation: Estimation, expr: Expr): Bounds {
  return sizeOf(estimation, expr) ?? unknownBounds;
}

/** The size that is declared for a path. */
export function declaredSize({ sizes }: Estimation, path: FieldPath | undefined): Bounds | undefined {
  return path === undefined ? undefined : sizes(fieldsOf(path));
}

/** Keeps the size of the value of a node. */
export function keepSize({ known }: Estimation, { id }: Expr, size: Bounds | undefined): void {
  if (size !== undefined) known.set(id, size);
}

/** The sizes of what is in the value of a node; undefined: they are not known. */
export function entriesOf(estimation: Estimation, expr: Expr): EntrySizes | undefined {
  const kept = estimation.entries.get(expr.id);
  return kept ?? (expr.kind === 'ident' ? variableOf(estimation, expr.name)?.entries : undefined);
}

/** Keeps the sizes of what is in the value of a node. */
export function keepEntries({ entries }: Estimation, { id }: Expr, sizes: EntrySizes | undefined): void {
  if (sizes !== undefined) entries.set(id, sizes);
}

/** The sizes of what is in one value or in the other. */
export function eitherEntries(one: EntrySizes | undefined, other: EntrySizes | undefined): EntrySizes | undefined {
  if (one === undefined || other === undefined) return undefined;
  return { container: one.container, key: union(one.key, other.key), value: union(one.value, other.value) };
}

function literalSize(expr: Expr): Bounds | undefined {
  switch (expr.kind) {
    case 'literal':
      if (expr.type === 'string') return exactly(codePointCount(expr.value));
      return expr.type === 'bytes' ? exactly(expr.value.length) : exactlyOne;
    case 'list':
      return exactly(expr.elements.length);
    case 'map':
      return exactly(expr.entries.length);
    default:
      return undefined;
  }
}

function isScalar(type: CelType): boolean {
  switch (type.kind) {
    case 'bool':
    case 'double':
    case 'duration':
    case 'int':
    case 'timestamp':
    case 'uint':
      return true;
    case 'wrapper':
      return isScalar(type.of);
    default: {
      const inside = insideOptional(type);
      return inside !== undefined && isScalar(inside);
    }
  }
}
