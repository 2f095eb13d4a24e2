import { DecodeError } from '../decode-error.ts';

/** The maximum nesting of messages, the same as that of JSON bodies. Only schemas are recursive types. */
const MAX_DEPTH = 1000;

// A byte order mark is part of the string, and invalid UTF-8 is replaced, as Go does when it writes strings as JSON.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A field's number and wire type: 0 varint, 1 64 bits, 2 with a length, 5 32 bits. */
export interface Tag {
  readonly number: number;
  readonly wire: number;
}

/** Reads a message. All functions throw a DecodeError, with the message of Go's decoder, for invalid protobuf. */
export class ProtobufReader {
  private readonly bytes: Uint8Array;
  private at: number;
  private readonly end: number;
  private readonly depth: number;

  constructor(bytes: Uint8Array, at = 0, end: number = bytes.length, depth = 0) {
    if (depth > MAX_DEPTH) throw new DecodeError('exceeded max depth');
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.depth = depth;
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  /** Reads the tag of the next field. `message` is Go's name of the message. */
  tag(message: string): Tag {
    const tag = this.varint();
    const wire = typeof tag === 'number' ? tag & 7 : Number(tag & 7n);
    const number = typeof tag === 'number' ? tag >>> 3 : Number(BigInt.asIntN(32, tag >> 3n));
    if (wire === 4) throw new DecodeError(`proto: ${message}: wiretype end group for non-group`);
    if (number <= 0) throw new DecodeError(`proto: ${message}: illegal tag ${number} (wire type ${tag})`);
    return { number, wire };
  }

  /** Reads an unsigned 64-bit integer: as a number if it has at most 28 bits, as most have, else as a bigint. */
  varint(): number | bigint {
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      low |= (byte & 127) << shift;
      if (byte < 128) return low;
    }
    let value = BigInt(low);
    for (let shift = 28n; ; shift += 7n) {
      if (shift >= 64n) throw new DecodeError('proto: integer overflow');
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
  }

  /** Returns a reader of the following length-delimited part. */
  part(): ProtobufReader {
    const length = this.partLength();
    const start = this.at;
    this.at += length;
    return new ProtobufReader(this.bytes, start, this.at, this.depth + 1);
  }

  /** Returns the rest as a string. */
  text(): string {
    const text = decoder.decode(this.bytes.subarray(this.at, this.end));
    this.at = this.end;
    return text;
  }

  /** Returns a copy of the rest. */
  raw(): Uint8Array {
    const copy = this.bytes.slice(this.at, this.end);
    this.at = this.end;
    return copy;
  }

  double(): number {
    this.advance(8);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at - 8, 8).getFloat64(0, true);
  }

  /** Skips an unknown field. */
  skip(wire: number): void {
    let groups = 0;
    for (let type = wire; ; type = Number(BigInt(this.varint()) & 7n)) {
      if (type === 0) this.varint();
      else if (type === 1) this.advance(8);
      else if (type === 2) this.advance(this.partLength());
      else if (type === 3) groups += 1;
      else if (type === 4) groups -= 1;
      else if (type === 5) this.advance(4);
      else throw new DecodeError(`proto: illegal wireType ${type}`);
      if (groups === 0) return;
    }
  }

  private partLength(): number {
    const length = this.varint();
    if (typeof length === 'number') {
      if (length > this.end - this.at) throw unexpectedEnd();
      return length;
    }
    if (length + BigInt(this.at) >= 2n ** 63n)
      throw new DecodeError('proto: negative length found during unmarshaling');
    if (length > BigInt(this.end - this.at)) throw unexpectedEnd();
    return Number(length);
  }

  private byte(): number {
    const byte = this.at < this.end ? this.bytes[this.at] : undefined;
    if (byte === undefined) throw unexpectedEnd();
    this.at += 1;
    return byte;
  }

  private advance(length: number): void {
    if (this.end - this.at < length) throw unexpectedEnd();
    this.at += length;
  }
}

function unexpectedEnd(): DecodeError {
  return new DecodeError('unexpected EOF');
}
