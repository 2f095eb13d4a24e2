import { isTimestamp } from '../plain-text.ts';
import type { YamlScalar } from './yaml-node.ts';
import { failValue } from './yaml-syntax-error.ts';

/** The value of a scalar: Go's integers are bigint, its floats number. */
export type ScalarValue = string | boolean | null | bigint | number;

type ScalarType = 'str' | 'bool' | 'null' | 'int' | 'float' | 'timestamp';

const CORE = 'tag:yaml.org,2002:';

/** The words of YAML 1.1: `yes` and `on` are true. */
const words: ReadonlyMap<string, boolean | null | number> = new Map<string, boolean | null | number>([
  ...spellings(['y', 'yes', 'true', 'on']).map((word) => [word, true] as const),
  ...spellings(['n', 'no', 'false', 'off']).map((word) => [word, false] as const),
  ...[...spellings(['null']), '~', ''].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
]);

function spellings(all: readonly string[]): string[] {
  return all.flatMap((word) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]);
}

/**
 * Resolves a scalar by its tag, or by the form of a plain text. Throws a `YamlSyntaxError` when it does not fit its
 * tag.
 */
export function resolveScalar(scalar: YamlScalar): ScalarValue {
  const { text, tag, style } = scalar;
  if (tag === undefined) return style === 'plain' ? resolvePlain(text).value : text;
  if (tag === `${CORE}binary`) return decodeBinary(scalar);
  const type = tag.startsWith(CORE) ? tag.slice(CORE.length) : '';
  if (!['str', 'bool', 'null', 'int', 'float', 'timestamp'].includes(type) || type === 'str') return text;
  if (type === 'timestamp' && isTimestamp(text)) return text;
  const found = resolvePlain(text);
  if (found.type === type && type !== 'timestamp') return found.value;
  if (type === 'float' && typeof found.value === 'bigint') return Number(found.value);
  return failValue(
    scalar,
    `the tag says that this is ${nouns[type] ?? type}, and it is ${nouns[found.type]}`,
    'remove the tag',
  );
}

const nouns: Readonly<Record<string, string>> = {
  str: 'a text',
  bool: 'true or false',
  null: 'nothing',
  int: 'a whole number',
  float: 'a number',
  timestamp: 'a date',
};

/** The value of a plain text, by YAML 1.1 as Go's library reads it. */
function resolvePlain(text: string): { readonly type: ScalarType; readonly value: ScalarValue } {
  const word = words.get(text);
  if (word !== undefined)
    return { type: word === null ? 'null' : typeof word === 'boolean' ? 'bool' : 'float', value: word };
  if (/^[-+.\d]/.test(text)) {
    if (text.startsWith('.')) return resolveFloat(text, text);
    if (isTimestamp(text)) return { type: 'timestamp', value: text };
    const digits = text.replaceAll('_', '');
    const integer = integerOf(digits);
    return integer === undefined ? resolveFloat(text, digits) : { type: 'int', value: integer };
  }
  return { type: 'str', value: text };
}

const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

function resolveFloat(text: string, digits: string): { readonly type: ScalarType; readonly value: ScalarValue } {
  const value = FLOAT.test(digits) ? Number(digits) : Number.NaN;
  // A number that a float cannot represent stays a string.
  return Number.isFinite(value) ? { type: 'float', value } : { type: 'str', value: text };
}

const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|0[0-7]+|0|[1-9][0-9]*)$/;

function integerOf(text: string): bigint | undefined {
  const [, sign = '', digits = ''] = INTEGER.exec(text) ?? [];
  if (digits === '') return undefined;
  // Longer ones exceed every integer type, and would take too long to parse.
  if (digits.length > 70) return undefined;
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  if (sign === '') return value < 2n ** 64n ? value : undefined;
  if (sign === '-') return value <= 2n ** 63n ? -value : undefined;
  return value < 2n ** 63n ? value : undefined;
}

/** Go reads the bytes as text. */
function decodeBinary(scalar: YamlScalar): string {
  const base64 = scalar.text.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64))
    failValue(scalar, 'the tag says that this is base64, and it is not', 'remove the tag');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
  );
}
