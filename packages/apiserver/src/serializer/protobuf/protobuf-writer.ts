const encoder = new TextEncoder();
/** Longer strings are encoded by TextEncoder. */
const SHORT_TEXT = 200;

/**
 * Writes a message from its end to its beginning, because the length of a part stands before it and is known only
 * afterwards. Fields must be written by descending number, list elements from the last to the first.
 */
export class ProtobufWriter {
  private bytes = new Uint8Array(512);
  private start = 512;

  /** The number of bytes written so far. */
  get length(): number {
    return this.bytes.length - this.start;
  }

  /** Returns everything that was written. */
  finish(): Uint8Array {
    return this.bytes.slice(this.start);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.start -= bytes.length;
    this.bytes.set(bytes, this.start);
  }

  text(text: string): void {
    if (text.length > SHORT_TEXT) {
      this.raw(encoder.encode(text));
      return;
    }
    this.reserve(text.length);
    let at = this.start;
    let left = text.length;
    while (left > 0) {
      const code = text.charCodeAt(left - 1);
      if (code > 127) break;
      this.bytes[(at -= 1)] = code;
      left -= 1;
    }
    this.start = at;
    if (left > 0) this.raw(encoder.encode(text.slice(0, left)));
  }

  /** Writes an unsigned integer of at most 53 bits. */
  varint(value: number): void {
    let size = 1;
    for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) size += 1;
    this.reserve(size);
    this.start -= size;
    let at = this.start;
    let rest = value;
    while (rest > 127) {
      this.bytes[at] = (rest % 128) | 128;
      at += 1;
      rest = Math.floor(rest / 128);
    }
    this.bytes[at] = rest;
  }

  /** Writes the tag of a field: its number and its wire type. */
  tag(number: number, wire: number): void {
    this.varint(number * 8 + wire);
  }

  /** Writes a signed 64-bit integer; negative ones take ten bytes. */
  integer(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER) {
      this.varint(value);
      return;
    }
    const bytes: number[] = [];
    for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
      if (rest <= 127n) {
        bytes.push(Number(rest));
        break;
      }
      bytes.push(Number(rest & 127n) | 128);
    }
    this.raw(Uint8Array.from(bytes));
  }

  double(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.raw(bytes);
  }

  private reserve(length: number): void {
    if (this.start >= length) return;
    const written = this.length;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, written + length));
    larger.set(this.bytes.subarray(this.start), larger.length - written);
    this.bytes = larger;
    this.start = larger.length - written;
  }
}

/** Returns the tag and length that stand before a part of this length. */
export function partHead(number: number, length: number): Uint8Array {
  const bytes: number[] = [];
  for (const value of [number * 8 + 2, length]) {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}
