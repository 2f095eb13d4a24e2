import type { JsonValue } from '@kb/apimachinery';
import { KEPT_JSON_DEPTH } from '@kb/apimachinery/codec';
import type { ScalarName } from '@kb/kubernetes/data';
import { DecodeError } from './decode-error.ts';
import { Findings } from './findings.ts';
import type { OddNumbers } from './odd-numbers.ts';

/** Decodes JSON values of one of Go's types. */
export interface Decoder {
  /**
   * Returns a new value, which shares only scalars and raw JSON with `value`. Null decodes as the zero value. Throws a
   * DecodeError for a value that does not fit.
   */
  decode(value: JsonValue, context: DecodeContext): JsonValue;
}

const noContext: readonly string[] = [];

/** A step into a document: a field, an index, a map key, or an embedded struct. Go's errors name the fields only. */
type PathPart = string | number | { readonly key: string } | { readonly embedded: string };

/** Options of a {@link DecodeContext}. */
export interface DecodeContextOptions {
  /**
   * True: the value is about to be stored, in a format that does not distinguish an empty list or map from an absent
   * one. Default: false.
   */
  readonly forStorage?: boolean;
  /**
   * True: what the schema of a custom resource does not have, and nulls that it does not allow, are kept, as in applied
   * objects: validation finds the nulls, and both are a change of the object. Default: false.
   */
  readonly asApplied?: boolean;
  /**
   * True: the value is decoded as Go decodes a map, such as the result of a strategic merge patch, not as it decodes
   * JSON: integers that are too large lose their upper bits, and errors have other messages and no position. Default:
   * false.
   */
  readonly fromMap?: boolean;
  /**
   * Numbers that are written differently from how Go writes them: Go does not accept `1.0` and `1e3` as integers.
   * Default: none.
   */
  readonly oddNumbers?: OddNumbers;
  /** True: the document nests more deeply than objects may: raw JSON is refused where it does. Default: false. */
  readonly deep?: boolean;
}

/**
 * How the decoder of maps sees a Go type: as a scalar, or as a type that decodes JSON itself. Undefined: a list, a map
 * or a struct.
 */
type MismatchKind = ScalarName | 'json' | undefined;

/** The position of a decoder in a document, and the fields that it found there and the type does not have. */
export class DecodeContext {
  readonly forStorage: boolean;
  readonly asApplied: boolean;
  readonly fromMap: boolean;
  private readonly oddNumbers: OddNumbers | undefined;
  private readonly deep: boolean;
  private readonly unknown = new Findings();
  /**
   * With `asApplied`: fields at the root of a custom object that are not read as they are written, such as empty
   * labels, which are dropped.
   */
  readonly coercedFields: string[] = [];
  /** Whether a struct was sent with empty lists or maps that Go omits. */
  leftOutEmptied = false;
  private readonly path: PathPart[] = [];
  /** The struct whose field is being decoded, as Go names it in errors. */
  private struct = '';

  constructor({
    forStorage = false,
    asApplied = false,
    fromMap = false,
    oddNumbers,
    deep = false,
  }: DecodeContextOptions = {}) {
    this.forStorage = forStorage;
    this.asApplied = asApplied;
    this.fromMap = fromMap;
    this.oddNumbers = oddNumbers;
    this.deep = deep;
  }

  /**
   * Decodes the value of a field or at an index. `embedded` are the embedded structs that contain the field; only
   * errors about values name them.
   */
  within(key: string | number, type: Decoder, value: JsonValue, embedded: readonly string[] = noContext): JsonValue {
    for (const name of embedded) this.path.push({ embedded: name });
    const result = this.at(key, type, value);
    this.path.length -= embedded.length;
    return result;
  }

  /** Decodes the entry of a map. */
  withinMap(key: string, type: Decoder, value: JsonValue): JsonValue {
    return this.at({ key }, type, value);
  }

  private at(part: PathPart, type: Decoder, value: JsonValue): JsonValue {
    if (this.path.length >= KEPT_JSON_DEPTH) throw tooDeep(value);
    this.path.push(part);
    const result = type.decode(value, this);
    this.path.pop();
    return result;
  }

  /** Decodes the fields of a struct. */
  withinStruct<T>(name: string, decode: () => T): T {
    const outer = this.struct;
    this.struct = name;
    const result = decode();
    this.struct = outer;
    return result;
  }

  /** Whether the number is written with a fraction or an exponent. */
  get isOddInteger(): boolean {
    return this.oddNumbers !== undefined && /[.eE]/.test(this.literal ?? '');
  }

  /** The current number as the document writes it, if Go would write it differently. */
  private get literal(): string | undefined {
    return this.oddNumbers?.at(stepsOf(this.path));
  }

  /** The first number at or below the path that no float64 can hold, as the document writes it. */
  private get hugeLiteral(): string | undefined {
    return this.oddNumbers?.hugeBelow(stepsOf(this.path));
  }

  /**
   * Checks raw JSON: refuses a number that no float64 can hold, and JSON that nests too deeply. Does nothing if the
   * document has neither. `isDocument`: Go decodes it as a document of its own, so that errors do not contain the path.
   */
  checkRaw(value: JsonValue, isDocument = false): void {
    if (!this.deep && this.oddNumbers === undefined) return;
    const open = [{ value, depth: this.path.length }];
    for (let next = open.pop(); next; next = open.pop()) {
      if (typeof next.value === 'number' && !Number.isFinite(next.value)) {
        throw isDocument
          ? new DecodeError(`json: cannot unmarshal number ${this.hugeLiteral} into Go value of type float64`)
          : this.mismatch(next.value, 'float64', 'float64', this.hugeLiteral);
      }
      if (typeof next.value !== 'object' || next.value === null) continue;
      if (next.depth >= KEPT_JSON_DEPTH) throw tooDeep(next.value);
      for (const child of Object.values(next.value)) {
        if (child !== undefined) open.push({ value: child, depth: next.depth + 1 });
      }
    }
  }

  /** Decodes a value whose unknown fields are not reported. */
  withoutUnknownFields(type: Decoder, value: JsonValue): JsonValue {
    const before = this.unknownFields.length;
    const result = type.decode(value, this);
    this.unknown.dropAfter(before);
    return result;
  }

  /**
   * Paths of unknown fields, in the order of the document: `spec.template.spec.containers[0].foo`. Of very many, the
   * first ones.
   */
  get unknownFields(): readonly string[] {
    return this.unknown.texts;
  }

  /** Records a field that the struct does not have. */
  unknownField(name: string): void {
    if (!this.unknown.isFull) this.unknownPath(formatPath([...this.path, name]));
  }

  /** Records a field by its path in the document. */
  unknownPath(path: string): void {
    this.unknown.add(path);
  }

  /** Returns the error of a value that does not fit a Go type; `goType` is the type as errors print it. */
  mismatch(
    value: JsonValue,
    goType: string,
    kind?: MismatchKind,
    literal: string | undefined = this.literal,
  ): DecodeError {
    if (this.fromMap) return new DecodeError(mapProblem(value, goType, kind));
    const found = describe(value, kind, literal);
    const names = this.path.flatMap((part) =>
      typeof part === 'string' ? [part] : typeof part === 'object' && 'embedded' in part ? [part.embedded] : [],
    );
    const where =
      names.length === 0
        ? `Go value of type ${goType}`
        : `Go struct field ${this.struct}.${names.join('.')} of type ${goType}`;
    return new DecodeError(`json: cannot unmarshal ${found} into ${where}`);
  }
}

/** Returns Go's error for JSON that nests too deeply. */
function tooDeep(value: JsonValue): DecodeError {
  return new DecodeError(`invalid character '${Array.isArray(value) ? '[' : '{'}' exceeded max depth`);
}

/**
 * Returns what Go's JSON decoder calls a value. A number is shown if the type could hold it were it not too large or a
 * fraction.
 */
function describe(value: JsonValue, kind?: MismatchKind, literal?: string): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' || typeof value === 'bigint')
    return isNumeric(kind) ? `number ${literal ?? value}` : 'number';
  return typeof value;
}

function isNumeric(kind: MismatchKind): boolean {
  return kind !== undefined && /^u?int|^float/.test(kind);
}

/** Returns the message of Go's map decoder for a value that does not fit. */
function mapProblem(value: JsonValue, goType: string, kind: MismatchKind): string {
  if (kind === 'json') return `json: cannot unmarshal ${describe(value)} into Go value of type ${goType}`;
  const found = reflectKind(value);
  if (goType.startsWith('[]')) return `cannot restore slice from ${found}`;
  if (goType.startsWith('map[')) return `cannot restore map from ${found}`;
  if (kind === undefined) return `cannot restore struct from: ${found}`;
  const convertible = (found === 'int64' && kind === 'string') || (found === 'float64' && isNumeric(kind));
  return convertible ? `cannot convert ${found} to ${goType}` : `unrecognized type: ${kind}`;
}

/** Returns the Go kind of a value in a map that was decoded from JSON. */
function reflectKind(value: JsonValue): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int64' : 'float64';
  return typeof value === 'object' ? 'map' : 'string';
}

/** The keys and indices of a path. */
function stepsOf(path: readonly PathPart[]): (string | number)[] {
  return path.flatMap((part) => (typeof part !== 'object' ? [part] : 'key' in part ? [part.key] : []));
}

function formatPath(path: readonly PathPart[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (typeof part === 'string' || 'key' in part)
      text += `${text === '' ? '' : '.'}${typeof part === 'string' ? part : part.key}`;
  }
  return text;
}
