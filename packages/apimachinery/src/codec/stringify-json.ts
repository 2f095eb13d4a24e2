import { isRecord } from './own-property.ts';

/** Options of {@link stringifyJson}. */
export interface StringifyJsonOptions {
  /**
   * Sorts the keys of every object by their UTF-8 bytes, as the API server does for custom resources. Default: false,
   * keys keep their order.
   */
  readonly sortKeys?: boolean;
  /** Escapes `<`, `>`, `&`, U+2028 and U+2029, as Go does. Default: false. */
  readonly escapeHtml?: boolean;
  /** Indents by this many spaces. Default: 0, everything on one line. */
  readonly indent?: number;
}

/**
 * Writes JSON, the counterpart of {@link parseJson}. Like `JSON.stringify` (omits undefined properties, calls
 * `toJSON`), but writes every digit of a `bigint`, and throws a TypeError for values that are not JSON (numbers that
 * are not finite, functions, symbols), nest deeper than 2000 levels, or contain themselves.
 */
export function stringifyJson(value: unknown, options: StringifyJsonOptions = {}): string {
  const text = (options.sortKeys ? undefined : writeNatively(value, options.indent)) ?? write(value, options);
  return options.escapeHtml
    ? text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : text;
}

/**
 * Returns the output of `JSON.stringify`; undefined if it throws (bigints, cycles) or may have written null for a
 * number that is not finite.
 */
function writeNatively(value: unknown, indent: number | undefined): string | undefined {
  try {
    const text: string | undefined = JSON.stringify(value, undefined, indent);
    return text === undefined || text.includes('null') ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function write(value: unknown, { sortKeys = false, indent = 0 }: StringifyJsonOptions): string {
  const writer = new Writer(sortKeys, indent);
  writer.value(value, 0);
  return writer.text;
}

const MAX_DEPTH = 2000;

class Writer {
  text = '';
  private readonly sortKeys: boolean;
  private readonly indent: number;

  constructor(sortKeys: boolean, indent: number) {
    this.sortKeys = sortKeys;
    this.indent = indent;
  }

  value(value: unknown, depth: number): void {
    switch (typeof value) {
      case 'string':
        this.text += JSON.stringify(value);
        return;
      case 'number':
        if (!Number.isFinite(value)) throw new TypeError(`${value} is not a JSON value`);
        this.text += String(value);
        return;
      case 'bigint':
      case 'boolean':
        this.text += value.toString();
        return;
      case 'object':
        if (value === null) this.text += 'null';
        else if (depth > MAX_DEPTH)
          throw new TypeError(`the value nests deeper than ${MAX_DEPTH} levels, or contains itself`);
        else if ('toJSON' in value && typeof value.toJSON === 'function') this.value(value.toJSON(), depth + 1);
        else if (Array.isArray(value)) this.list(value, depth);
        else if (isRecord(value)) this.object(value, depth);
        return;
      case 'undefined':
        // Only in lists: properties without a value are left out before.
        if (depth === 0) throw new TypeError('undefined is not a JSON value');
        this.text += 'null';
        return;
      case 'function':
      case 'symbol':
        throw new TypeError(`a ${typeof value} is not a JSON value`);
    }
  }

  private list(list: readonly unknown[], depth: number): void {
    this.text += '[';
    list.forEach((item, index) => {
      if (index > 0) this.text += ',';
      this.newLine(depth + 1);
      this.value(item, depth + 1);
    });
    if (list.length > 0) this.newLine(depth);
    this.text += ']';
  }

  private object(object: Readonly<Record<string, unknown>>, depth: number): void {
    this.text += '{';
    let first = true;
    for (const key of this.keys(object)) {
      const value = object[key];
      if (value === undefined) continue;
      if (!first) this.text += ',';
      first = false;
      this.newLine(depth + 1);
      this.text += this.indent > 0 ? `${JSON.stringify(key)}: ` : `${JSON.stringify(key)}:`;
      this.value(value, depth + 1);
    }
    if (!first) this.newLine(depth);
    this.text += '}';
  }

  private keys(object: object): string[] {
    const keys = Object.keys(object);
    return this.sortKeys ? keys.sort(compareUtf8) : keys;
  }

  private newLine(depth: number): void {
    if (this.indent > 0) this.text += `\n${' '.repeat(depth * this.indent)}`;
  }
}

/**
 * Compares two strings by their UTF-8 bytes: the order of Go's strings, and of everything that the API server sorts.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    // UTF-16 puts the surrogates of high code points before U+E000 to U+FFFF; UTF-8 does not.
    const leftHigh = left >= 0xd800 && left <= 0xdfff;
    const rightHigh = right >= 0xd800 && right <= 0xdfff;
    return leftHigh === rightHigh ? left - right : leftHigh ? 1 : -1;
  }
  return a.length - b.length;
}
