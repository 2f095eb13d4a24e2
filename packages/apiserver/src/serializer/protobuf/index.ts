/**
 * Kubernetes' protobuf, for code that reads or writes what clients and API servers send each other. Nothing is
 * compiled at import.
 *
 * @module
 */
import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { namedGoType } from '../compile-go-type.ts';
import { DecodeContext } from '../decode-context.ts';
import { DecodeError } from '../decode-error.ts';
import { fromMessage } from './decode-protobuf.ts';
import { toProtobuf } from './encode-protobuf.ts';
import { readEnvelope } from './envelope.ts';
import { typeOfKind } from './type-of-kind.ts';
import { readWatchFrame } from './watch-frame.ts';

/**
 * Encodes an object, list or Status of a built-in kind in protobuf, with its envelope. Throws a RangeError for a kind
 * that has no protobuf form.
 */
export function encodeProtobuf(object: JsonObject): Uint8Array {
  const bytes = toProtobuf(object);
  if (bytes) return bytes;
  throw new RangeError(
    `there is no protobuf of ${JSON.stringify(object.kind)} in ${JSON.stringify(object.apiVersion)}`,
  );
}

/**
 * Decodes the object in an envelope into the JSON that kube-apiserver would write. Throws a DecodeError if the bytes
 * are not an envelope, or hold a kind that has no protobuf form.
 */
export function decodeProtobuf(bytes: Uint8Array): JsonObject {
  const { apiVersion, kind, raw } = readEnvelope(bytes);
  const type = typeOfKind(apiVersion, kind);
  if (type === undefined) throw new DecodeError(`no kind "${kind}" is known in version "${apiVersion}"`);
  const value = { ...fromMessage(type, raw), kind, apiVersion };
  const decoded = namedGoType(type).decode(value, new DecodeContext());
  return isJsonObject(decoded) ? decoded : {};
}

/** Decodes one watch event, without the length before it. Throws a DecodeError. */
export function decodeWatchEvent(frame: Uint8Array): { readonly type: string; readonly object: JsonObject } {
  const { type, object } = readWatchFrame(frame);
  return { type, object: decodeProtobuf(object) };
}
