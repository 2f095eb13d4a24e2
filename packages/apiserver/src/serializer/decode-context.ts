import type { JsonValue } from '@kb/apimachinery';
import { DecodeError } from './decode-error.ts';

/** A step into a document: a field, an index, or a key of a map. Go's errors name the fields only. */
type PathPart = string | number | { readonly key: string };

/** How to decode. */
export interface DecodeContextOptions {
  /** For what is about to be stored: the storage's format cannot tell an empty list from none. Default: false. */
  readonly forStorage?: boolean;
  /** Nulls that a custom resource's schema does not allow stay, for validation to find, instead of being dropped: so it is with what was applied. Default: false. */
  readonly keepNulls?: boolean;
}

/** Where a decoder stands in a document, and what it found there that the type does not have. */
export class DecodeContext {
  readonly forStorage: boolean;
  readonly keepNulls: boolean;
  /** Paths of unknown fields, in the order of the document: `spec.template.spec.containers[0].foo`. */
  readonly unknownFields: string[] = [];
  private readonly path: PathPart[] = [];
  /** The struct whose field is being decoded, as Go names it in errors, with the depth of the path at which its fields start. */
  private struct = '';

  constructor({ forStorage = false, keepNulls = false }: DecodeContextOptions = {}) {
    this.forStorage = forStorage;
    this.keepNulls = keepNulls;
  }

  /** Decodes what stands at a field or an index. */
  within<T>(key: string | number, decode: () => T): T {
    return this.at(key, decode);
  }

  /** Decodes the entry of a map. */
  withinMap<T>(key: string, decode: () => T): T {
    return this.at({ key }, decode);
  }

  private at<T>(part: PathPart, decode: () => T): T {
    this.path.push(part);
    const result = decode();
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

  /** Notes a field that the struct does not have. */
  unknownField(name: string): void {
    this.unknownFields.push(formatPath([...this.path, name]));
  }

  /** The error of a value that does not fit a Go type. */
  mismatch(value: JsonValue, goType: string): DecodeError {
    const found = describe(value);
    const names = this.path.filter((part) => typeof part === 'string');
    const where =
      names.length === 0
        ? `Go value of type ${goType}`
        : `Go struct field ${this.struct}.${names.join('.')} of type ${goType}`;
    return new DecodeError(`json: cannot unmarshal ${found} into ${where}`, { mismatch: { value, goType } });
  }
}

function describe(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isInteger(value))) return `number ${value}`;
  return typeof value;
}

function formatPath(path: readonly PathPart[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${typeof part === 'string' ? part : part.key}`;
  }
  return text;
}
