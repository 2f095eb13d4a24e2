import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { TypeName } from '@kb/kubernetes/data';
import { namedWireType } from './compile-wire-type.ts';
import { ProtobufReader } from './protobuf-reader.ts';

/**
 * Reads a message of a type as the JSON object that says the same; it still has to go through the decoder of Go's
 * types. Throws a DecodeError on what is not a message of the type.
 */
export function fromMessage(type: TypeName, message: Uint8Array): JsonObject {
  const value = namedWireType(type).read(new ProtobufReader(message));
  return isJsonObject(value) ? value : {};
}
