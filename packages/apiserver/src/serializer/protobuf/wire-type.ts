import type { JsonValue } from '@kb/apimachinery';
import type { ProtobufReader } from './protobuf-reader.ts';
import type { ProtobufWriter } from './protobuf-writer.ts';

/**
 * How a Go type is sent in protobuf. It is written from and read into the JSON form of the same value: the result of
 * reading is what a JSON body would have held, and is then decoded as Go's type in the same way.
 */
export interface WireType {
  /** The wire type: 0 varint, 1 64 bits, 2 length-delimited, where the field's code writes and reads the length. */
  readonly wire: 0 | 1 | 2;
  /**
   * Writes a value. Undefined, null and values that do not fit are written as Go's zero value; values have been decoded
   * before.
   */
  write(writer: ProtobufWriter, value: unknown): void;
  /**
   * Reads a value; if `wire` is 2, it takes the whole rest of the reader. `before` is the value that the field already
   * has, for messages, which are merged.
   */
  read(reader: ProtobufReader, before?: JsonValue): JsonValue;
  /** Returns Go's zero value as JSON, for a map entry without a value. */
  zero(): JsonValue;
}
