import { formatObjectKey, messageOfThrown } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';

/**
 * Formats a value as one word of a line for people: a string in quotes where they are needed to see its end, other
 * values as JSON. Never throws.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? value : stringifyJson(value);
  try {
    return isObjectKey(value) ? formatObjectKey(value) : stringifyJson(value);
  } catch {
    return messageOfThrown(value);
  }
}

/** A string that is one word without quotes. */
const PLAIN = /^[^\s"=]+$/;

function isObjectKey(value: unknown): value is { namespace?: string; name: string } {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return false;
  return Object.keys(value).every((key) => key === 'name' || key === 'namespace');
}
