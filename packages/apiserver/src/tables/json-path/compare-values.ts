import type { JsonValue } from '@kb/apimachinery';
import { compareUtf8 } from '@kb/apimachinery/codec';

/**
 * Compares two values as Go's templates do; undefined if they cannot be compared: values of different kinds, lists,
 * objects, null, an unknown operator.
 */
export function compareValues(left: JsonValue, right: JsonValue, operator: string): boolean | undefined {
  const kind = kindOf(left);
  if (kind === undefined || kind !== kindOf(right)) return undefined;
  const order = orderOf(left, right);
  if (operator === '==') return order === 0;
  if (operator === '!=') return order !== 0;
  // Booleans have no order.
  if (kind === 'boolean') return undefined;
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return undefined;
  }
}

function kindOf(value: JsonValue): 'boolean' | 'string' | 'integer' | 'fraction' | undefined {
  switch (typeof value) {
    case 'boolean':
    case 'string':
      return typeof value === 'string' ? 'string' : 'boolean';
    case 'bigint':
      return 'integer';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'fraction';
    default:
      return undefined;
  }
}

function orderOf(left: JsonValue, right: JsonValue): number {
  if (typeof left === 'string' && typeof right === 'string') return compareUtf8(left, right);
  const [a, b] = [left as number | bigint | boolean, right as number | bigint | boolean];
  return a < b ? -1 : a > b ? 1 : 0;
}
