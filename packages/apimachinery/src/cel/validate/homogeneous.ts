import type { Expr, ListExpr, MapExpr } from '../ast/expr.ts';
import { type CelType, simpleType } from '../types/cel-type.ts';
import { printType } from '../types/print-type.ts';
import { insideOptional, isSameType } from '../types/type-parts.ts';
import type { Report, Typed } from './typed.ts';

/** The elements of a list have one type. The first that has another is reported. */
export function checkListTypes({ elements, optionals }: ListExpr, typed: Typed, report: Report): void {
  const areOptional = new Set(optionals);
  let first: CelType | undefined;
  for (const [index, element] of elements.entries()) {
    const type = typeOf(element, typed, areOptional.has(index));
    first ??= type;
    if (!isSame(first, type, element, report)) return;
  }
}

/** The keys of a map have one type, and its values. */
export function checkMapTypes({ entries }: MapExpr, typed: Typed, report: Report): void {
  let keys: CelType | undefined;
  let values: CelType | undefined;
  for (const { key, value, isOptional } of entries) {
    const keyType = typeOf(key, typed, false);
    const valueType = typeOf(value, typed, isOptional);
    keys ??= keyType;
    values ??= valueType;
    isSame(keys, keyType, key, report);
    isSame(values, valueType, value, report);
  }
}

function typeOf({ id }: Expr, { types }: Typed, isOptional: boolean): CelType {
  const type = types.get(id) ?? simpleType('dyn');
  return isOptional ? (insideOptional(type) ?? type) : type;
}

function isSame(expected: CelType, found: CelType, place: Expr, report: Report): boolean {
  if (isSameType(expected, found)) return true;
  report(place, () => `expected type '${printType(expected)}' but found '${printType(found)}'`);
  return false;
}
