import type { JsonObject, JsonValue } from '../json.ts';
import { setOwn } from './own-property.ts';
import { quoteString } from './go-format.ts';
import { parseJsonNatively } from './parse-json-natively.ts';
import { stringifyJson } from './stringify-json.ts';

/** Options of {@link parseJson}. */
export interface ParseJsonOptions {
  /**
   * Called once for every key that an object has several times, with its path as the API server prints it
   * (`spec.ports[0].name`), in the order of the text. The last value is kept.
   */
  readonly onDuplicateKey?: (path: string) => void;
  /**
   * Called for every number that Go would write differently (`3.0`, `1E2`), with the keys and indices that lead to it,
   * which change later, and its literal.
   */
  readonly onOddNumber?: (path: readonly (string | number)[], literal: string) => void;
  /**
   * Called for every text that Go would write differently (`"<"`, which it writes as `"\u003c"`), with the keys and
   * indices that lead to it, which change later. Keys are no such texts.
   */
  readonly onOddText?: (path: readonly (string | number)[]) => void;
  /** Called at the end with the nesting depth of objects and lists: 1 for `{}`. */
  readonly onDepth?: (depth: number) => void;
  /**
   * Whether numbers that exceed a float64 (`1e400`) become infinite, so that the caller can reject them where they
   * matter. Default: false, they are errors.
   */
  readonly takesHugeNumbers?: boolean;
  /** The maximum nesting depth of objects and lists. Default: {@link KEPT_JSON_DEPTH}. */
  readonly maxDepth?: number;
  /** The maximum length of the text, in bytes (of a string: in UTF-16 units). Default: no limit. */
  readonly maxLength?: number;
}

/** The error for text that is not JSON, or too deep or too long. `message` is that of the API server's decoder. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  /** The offset in the text, in UTF-16 units. */
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * The maximum depth of values that functions of this package process. They are recursive, and the engine's stack is too
 * small for {@link MAX_JSON_DEPTH}.
 */
export const KEPT_JSON_DEPTH = 1000;

/** The maximum depth of JSON that the API server accepts. */
export const MAX_JSON_DEPTH = 10_000;

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Reads JSON as the API server does. Integers of 64 bits that a number would round become `bigint`s, every other number
 * a `number`; `__proto__` is a key like any other; bytes that are not UTF-8, and lone surrogates, become
 * U+FFFD. Throws a {@link JsonSyntaxError}.
 *
 * The engine's parser reads most texts. Texts that it would read differently, texts that are not JSON, and reads with
 * callbacks are handled here.
 */
export function parseJson(input: string | Uint8Array, options: ParseJsonOptions = {}): JsonValue {
  const { onDepth, maxLength = Infinity } = options;
  if (input.length > maxLength) throw new JsonSyntaxError(`the text is too long: limit is ${maxLength}`, maxLength);
  const text = typeof input === 'string' ? input : decoder.decode(input);
  if (isNative(options)) {
    const native = parseJsonNatively(text, options.maxDepth ?? KEPT_JSON_DEPTH);
    if (native !== undefined) return native;
  }
  const reader = new Reader(text, options);
  const value = reader.readDocument();
  onDepth?.(reader.deepest);
  return value;
}

/** It keeps no state between texts. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Whether the engine's parser can do what the options ask for. Checking its result takes recursion, so it is not used
 * when texts may nest deeper than kept values.
 */
function isNative({ onDepth, onDuplicateKey, onOddNumber, onOddText, maxDepth = 0 }: ParseJsonOptions): boolean {
  return (
    onDepth === undefined &&
    onDuplicateKey === undefined &&
    onOddNumber === undefined &&
    onOddText === undefined &&
    maxDepth <= KEPT_JSON_DEPTH
  );
}

/** Returns the value of an integer's literal, which is `value` if a number holds it. */
function keptInteger(literal: string, value: number): number | bigint {
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) return value === 0 ? 0 : value;
  const exact = BigInt(literal);
  return exact >= MIN_INT64 && exact <= MAX_INT64 ? exact : value;
}

/** One pass over a text. A class, because the position is shared by all of its parts. */
class Reader {
  /** The greatest depth so far. */
  deepest = 0;
  private at = 0;
  private readonly path: (string | number)[] = [];
  private readonly text: string;
  private readonly maxDepth: number;
  private readonly onDuplicateKey: ((path: string) => void) | undefined;
  private readonly onOddNumber: ParseJsonOptions['onOddNumber'];
  private readonly onOddText: ParseJsonOptions['onOddText'];
  /** The keys that were reported, by their objects. */
  private readonly repeated = new Map<object, Set<string>>();
  private readonly takesHugeNumbers: boolean;

  constructor(text: string, options: ParseJsonOptions) {
    this.text = text;
    this.maxDepth = options.maxDepth ?? KEPT_JSON_DEPTH;
    this.onDuplicateKey = options.onDuplicateKey;
    this.onOddNumber = options.onOddNumber;
    this.onOddText = options.onOddText;
    this.takesHugeNumbers = options.takesHugeNumbers ?? false;
  }

  readDocument(): JsonValue {
    this.skipSpace();
    const value = this.readValue();
    this.skipSpace();
    if (this.at < this.text.length) throw this.unexpected('after top-level value');
    return value;
  }

  /** Reads a complete value. Iterative, because texts may nest deeper than the engine's stack allows. */
  private readValue(): JsonValue {
    const open: (JsonObject | JsonValue[])[] = [];
    for (;;) {
      const char = this.text[this.at];
      let value: JsonValue;
      if (char === '{' || char === '[') {
        if (open.length >= this.maxDepth) throw this.unexpected('exceeded max depth');
        this.at += 1;
        this.skipSpace();
        value = char === '{' ? {} : [];
        if (this.text[this.at] !== (char === '{' ? '}' : ']')) {
          open.push(value);
          if (open.length > this.deepest) this.deepest = open.length;
          if (Array.isArray(value)) this.path.push(0);
          else this.path.push(this.readKey());
          continue;
        }
        if (open.length >= this.deepest) this.deepest = open.length + 1;
        this.at += 1;
      } else {
        value = this.readScalar(char);
      }
      // The value is complete: add it to its container, which may be complete now too.
      for (;;) {
        const container = open.at(-1);
        if (container === undefined) return value;
        if (this.put(container, value)) break;
        open.pop();
        this.path.pop();
        value = container;
      }
    }
  }

  private readScalar(char: string | undefined): JsonValue {
    if (char === '"') return this.readText();
    if (char === 't') return this.readLiteral('true', true);
    if (char === 'f') return this.readLiteral('false', false);
    if (char === 'n') return this.readLiteral('null', null);
    if (char === '-' || (char !== undefined && char >= '0' && char <= '9')) return this.readNumber();
    throw this.unexpected('looking for beginning of value');
  }

  /**
   * Puts a value into the object or list that is being read, and moves on to the next one. Returns whether there is
   * one.
   */
  private put(container: JsonObject | JsonValue[], value: JsonValue): boolean {
    this.skipSpace();
    const char = this.text[this.at];
    if (Array.isArray(container)) {
      container.push(value);
      if (char !== ',' && char !== ']') throw this.unexpected('after array element');
    } else {
      setOwn(container, String(this.path.at(-1)), value);
      if (char !== ',' && char !== '}') throw this.unexpected('after object key:value pair');
    }
    this.at += 1;
    if (char !== ',') return false;
    this.skipSpace();
    if (Array.isArray(container)) {
      this.path[this.path.length - 1] = container.length;
    } else {
      const key = this.readKey();
      this.path[this.path.length - 1] = key;
      if (this.onDuplicateKey !== undefined && Object.hasOwn(container, key)) this.reportDuplicate(container, key);
    }
    return true;
  }

  private reportDuplicate(container: JsonObject, key: string): void {
    const repeated = this.repeated.get(container) ?? new Set();
    if (repeated.has(key)) return;
    this.repeated.set(container, repeated.add(key));
    this.onDuplicateKey?.(formatPath(this.path));
  }

  private readKey(): string {
    if (this.text[this.at] !== '"') throw this.unexpected('looking for beginning of object key string');
    const key = this.readString();
    this.skipSpace();
    if (this.text[this.at] !== ':') throw this.unexpected('after object key');
    this.at += 1;
    this.skipSpace();
    return key;
  }

  private readText(): string {
    const start = this.at;
    const text = this.readString();
    if (this.onOddText !== undefined && this.text.slice(start, this.at) !== stringifyJson(text, { escapeHtml: true }))
      this.onOddText(this.path);
    return text;
  }

  private readString(): string {
    const start = this.at;
    let escaped = false;
    for (let at = start + 1; ; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === 0x22) {
        this.at = at + 1;
        const inside = this.text.slice(start + 1, at);
        return escaped ? unescape(inside) : detach(inside);
      }
      if (code === 0x5c) {
        escaped = true;
        at = this.checkEscape(at + 1);
      } else if (!(code >= 0x20)) {
        // This includes the end of the text, where the code is NaN.
        this.at = at;
        throw this.unexpected('in string literal');
      }
    }
  }

  /** Checks the escape sequence whose first character after the backslash is at `at`. Returns where it ends. */
  private checkEscape(at: number): number {
    const char = this.text[at];
    if (char === 'u') {
      for (let digit = at + 1; digit <= at + 4; digit += 1) {
        if (!/^[0-9a-fA-F]$/.test(this.text[digit] ?? '')) {
          this.at = digit;
          throw this.unexpected('in \\u hexadecimal character escape');
        }
      }
      return at + 4;
    }
    if (char === undefined || !'"\\/bfnrt'.includes(char)) {
      this.at = at;
      throw this.unexpected('in string escape code');
    }
    return at;
  }

  private readLiteral<T extends boolean | null>(literal: string, value: T): T {
    for (let index = 1; index < literal.length; index += 1) {
      if (this.text[this.at + index] !== literal[index]) {
        this.at += index;
        throw this.unexpected(`in literal ${literal} (expecting '${literal[index]}')`);
      }
    }
    this.at += literal.length;
    return value;
  }

  private readNumber(): number | bigint {
    const start = this.at;
    if (this.text[this.at] === '-') this.at += 1;
    if (this.text[this.at] === '0') this.at += 1;
    else this.readDigits('in numeric literal');
    let whole = true;
    if (this.text[this.at] === '.') {
      whole = false;
      this.at += 1;
      this.readDigits('after decimal point in numeric literal');
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      whole = false;
      this.at += 1;
      if (this.text[this.at] === '+' || this.text[this.at] === '-') this.at += 1;
      this.readDigits('in exponent of numeric literal');
    }
    const literal = this.text.slice(start, this.at);
    const value = Number(literal);
    if (!Number.isFinite(value) && !this.takesHugeNumbers)
      throw new JsonSyntaxError(`json: cannot unmarshal number ${literal} into Go value of type float64`, start);
    const kept = whole ? keptInteger(literal, value) : value;
    // Go writes numbers as JavaScript does; long integers come back digit by digit.
    if (this.onOddNumber !== undefined && literal !== String(kept)) this.onOddNumber(this.path, literal);
    return kept;
  }

  private readDigits(context: string): void {
    const start = this.at;
    for (let code = this.text.charCodeAt(this.at); code >= 0x30 && code <= 0x39; code = this.text.charCodeAt(this.at))
      this.at += 1;
    if (this.at === start) throw this.unexpected(context);
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private unexpected(context: string): JsonSyntaxError {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return new JsonSyntaxError('unexpected end of JSON input', this.at);
    return new JsonSyntaxError(`invalid character ${quoteByte(firstByte(code))} ${context}`, this.at);
  }
}

/** Copies a short part of a text: a slice would keep the whole text in memory. */
function detach(part: string): string {
  return part.length < SLICED_FROM ? part : ` ${part}`.slice(1);
}

/** V8 copies shorter slices. */
const SLICED_FROM = 13;

function unescape(inside: string): string {
  // The escapes were checked before, and control characters cannot be there; lone surrogates are replaced, as in Go.
  return (JSON.parse(`"${inside}"`) as string).toWellFormed();
}

/** The first byte of a character in UTF-8: Go's decoder reports bytes. */
function firstByte(code: number): number {
  if (code < 0x80) return code;
  if (code < 0x800) return 0xc0 | (code >> 6);
  return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}

function quoteByte(byte: number): string {
  if (byte === 0x27) return `'\\''`;
  if (byte === 0x22) return `'"'`;
  return `'${quoteString(String.fromCharCode(byte)).slice(1, -1)}'`;
}

function formatPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}
