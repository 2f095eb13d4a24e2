import type { JsonObject } from '@kb/apimachinery';
import { compress } from '../../http/adapters/compress.ts';
import type { WrittenDocument } from './document-cache.ts';

/** What was made of the JSON text of a document: all servers and requests that share the text share this too. */
const made = new WeakMap<Uint8Array, Uint8Array>();

/** A document in protobuf. Made once. */
export function protobufOf({ json }: WrittenDocument, encode: (document: JsonObject) => Uint8Array): Uint8Array {
  let bytes = made.get(json);
  if (!bytes) {
    bytes = encode(JSON.parse(new TextDecoder().decode(json)) as JsonObject);
    made.set(json, bytes);
  }
  return bytes;
}

const compressed = new WeakMap<Uint8Array, Promise<Uint8Array>>();

/** Bytes of a document, compressed. Made once. */
export function gzipOf(bytes: Uint8Array): Promise<Uint8Array> {
  let result = compressed.get(bytes);
  if (!result) {
    result = compress(bytes);
    compressed.set(bytes, result);
  }
  return result;
}
