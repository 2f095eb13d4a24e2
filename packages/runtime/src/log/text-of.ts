import { formatObjectKey, messageOfThrown, stringifyJson } from '@kb/apimachinery';

/**
 * A value as one word of a line for people: in quotes when it could not be told from what is around it, JSON when it is
 * no text. Never throws.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return plain.test(value) ? value : stringifyJson(value);
  try {
    return isObjectKey(value) ? formatObjectKey(value) : stringifyJson(value);
  } catch {
    return messageOfThrown(value);
  }
}

/** Needs no quotes to be read as one value. */
const plain = /^[^\s"=]+$/;

function isObjectKey(value: unknown): value is { namespace?: string; name: string } {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return false;
  return Object.keys(value).every((key) => key === 'name' || key === 'namespace');
}
