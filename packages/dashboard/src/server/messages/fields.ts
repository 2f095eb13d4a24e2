import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { getOwn, isJsonObject } from '@kb/apimachinery/codec';

/** A message that does not follow the protocol. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** Returns a value as an object. `what` names it in the error. */
export function asRecord(value: JsonValue | undefined, what: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new MessageError(`${what} is an object`);
}

/** Returns a text of a message, of at most a thousand characters unless another limit is given. */
export function textOf(record: JsonObject, name: string, limit = 1000): string {
  const value = getOwn(record, name);
  if (typeof value === 'string' && value.length <= limit) return value;
  throw new MessageError(`${name} is a text of at most ${limit} characters`);
}

/** Returns a text that may be absent. */
export function optionalText(record: JsonObject, name: string): string | undefined {
  return getOwn(record, name) === undefined ? undefined : textOf(record, name);
}

/** Returns a boolean. `byDefault` is for an absent one. */
export function booleanOf(record: JsonObject, name: string, byDefault: boolean): boolean {
  const value = getOwn(record, name) ?? byDefault;
  if (typeof value === 'boolean') return value;
  throw new MessageError(`${name} is true or false`);
}

/** Returns an integer between two bounds. */
export function integerOf(record: JsonObject, name: string, least: number, most: number): number {
  const value = getOwn(record, name);
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new MessageError(`${name} is an integer from ${least} to ${most}`);
}

/** Returns one of the given texts. */
export function oneOf<T extends string>(record: JsonObject, name: string, texts: readonly T[]): T {
  const value = getOwn(record, name);
  const found = texts.find((text) => text === value);
  if (found !== undefined) return found;
  throw new MessageError(`${name} is one of ${texts.join(', ')}`);
}
