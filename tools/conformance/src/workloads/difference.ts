import { equalJson, type JsonValue } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';

/** Where two values differ, a line each: `2.status.replicas: expected 3, got 2`. Empty when they are equal. */
export function differences(expected: JsonValue | undefined, actual: JsonValue | undefined, path = ''): string[] {
  if (equalJson(expected, actual)) return [];
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return [`${path || 'everything'}: expected ${print(expected)}, got ${print(actual)}`];
  }
  const [left, right] = [new Map(Object.entries(expected)), new Map(Object.entries(actual))];
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].flatMap((key) => differences(left.get(key), right.get(key), path === '' ? key : `${path}.${key}`));
}

const isContainer = (value: JsonValue | undefined): value is Exclude<JsonValue, null> & object =>
  typeof value === 'object' && value !== null;

const print = (value: JsonValue | undefined): string => (value === undefined ? 'nothing' : stringifyJson(value));
