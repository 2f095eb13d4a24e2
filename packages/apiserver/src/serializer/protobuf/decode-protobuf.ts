import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { TypeName } from '@kb/kubernetes/data';
import { namedWireType } from './compile-wire-type.ts';
import { ProtobufReader } from './protobuf-reader.ts';

/**
 * Decodes a message of a type into the equivalent JSON object, which still has to be decoded as Go's type. Throws a
 * DecodeError for bytes that are not a message of the type.
 */
export function fromMessage(type: TypeName, message: Uint8Array): JsonObject {
  const value = namedWireType(type).read(new ProtobufReader(message));
  return isJsonObject(value) ? value : {};
}
