import type { JsonValue } from '@kb/apimachinery';
import { JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';

/** The value in the text of a tag. */
export interface TagValue {
  readonly value: JsonValue;
}

/** Parses JSON; undefined for other text. */
function jsonOf(text: string): TagValue | undefined {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** The text inside of quotes: JSON's, single quotes, or backticks around the whole; undefined without quotes. */
export function quotedText(text: string): string | undefined {
  if (text.startsWith('"')) {
    const read = jsonOf(text)?.value;
    return typeof read === 'string' ? read : undefined;
  }
  const inner = /^'((?:[^'\\]|\\.)*)'$/s.exec(text)?.[1] ?? /^`([^`]*)`$/.exec(text)?.[1];
  return text.startsWith("'") ? inner?.replaceAll(/\\(.)/gs, '$1') : inner;
}

/** The text of a tag, with or without quotes around it. */
export function plainText(text: string): string {
  return quotedText(text) ?? text;
}

/** Parses a number; undefined for other text. */
export function numberOf(text: string): number | undefined {
  const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** A value as an author writes one: JSON, text in other quotes, or one word. */
export function writtenValue(text: string): TagValue | undefined {
  const json = jsonOf(text);
  if (json !== undefined) return json;
  const quoted = quotedText(text);
  if (quoted !== undefined) return { value: quoted };
  return /^[^\s{}[\]"'`]+$/.test(text) ? { value: text } : undefined;
}

/** The value of an `@example`; undefined for prose or code. */
export function exampleValue(text: string): TagValue | undefined {
  const fenced = /^```json[ \t]*\n(.*)\n```$/s.exec(text)?.[1];
  const found = fenced === undefined ? writtenValue(text) : jsonOf(fenced);
  return found === undefined || found.value === null ? undefined : found;
}
