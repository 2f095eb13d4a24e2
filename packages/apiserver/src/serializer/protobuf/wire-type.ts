import type { JsonValue } from '@kb/apimachinery';
import type { ProtobufReader } from './protobuf-reader.ts';
import type { ProtobufWriter } from './protobuf-writer.ts';

/**
 * How a Go type is sent in protobuf. What it is written from and read into is the JSON form of the same value: reading
 * gives what a JSON body would have been, and goes through the same decoder of Go's types from there on.
 */
export interface WireType {
  /** 0 varint, 1 64 bits, 2 with a length before it, which the code of the field writes and reads. */
  readonly wire: 0 | 1 | 2;
  /**
   * Writes a value. Undefined and null are Go's zero value, as is all that does not fit: what is written was decoded
   * before.
   */
  write(writer: ProtobufWriter, value: unknown): void;
  /**
   * Reads a value; where `wire` is 2 all that the reader has. `before`: what the same field held, for messages, which
   * are merged.
   */
  read(reader: ProtobufReader, before?: JsonValue): JsonValue;
  /** Go's zero value as JSON: of an entry of a map that has none. */
  zero(): JsonValue;
}
