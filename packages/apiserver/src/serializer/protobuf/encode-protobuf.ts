import { concatBytes, isJsonObject } from '@kb/apimachinery/codec';
import type { TypeName } from '@kb/kubernetes/data';
import { namedWireType } from './compile-wire-type.ts';
import { messageIn, writeEnvelope } from './envelope.ts';
import { partHead, ProtobufWriter } from './protobuf-writer.ts';
import { typeOfKind } from './type-of-kind.ts';

/** The cached encoding of a frozen object, which responses and watches share. */
interface Written {
  readonly type: TypeName;
  message: Uint8Array;
  envelope?: Uint8Array;
}

const written = new WeakMap<object, Written>();

/**
 * Encodes an object, Status or other document of a built-in kind in protobuf, with its envelope. Undefined for values
 * that have no protobuf form.
 */
export function toProtobuf(value: unknown): Uint8Array | undefined {
  const { apiVersion, kind } = kindOf(value);
  const type = typeOfKind(apiVersion, kind);
  if (type === undefined) return undefined;
  const found = writtenAs(type, value);
  if (found.envelope === undefined) {
    found.envelope = writeEnvelope({ apiVersion, kind, raw: found.message });
    // From now on the message is a view of the envelope, so that its bytes are in memory once.
    found.message = messageIn(found.envelope, found.message.length);
  }
  return found.envelope;
}

/**
 * Encodes a value of a type as a message without an envelope. The message of a frozen object is cached as long as the
 * object exists.
 */
export function toMessage(type: TypeName, value: unknown): Uint8Array {
  return writtenAs(type, value).message;
}

/**
 * Encodes the metadata of an object as the message of a PartialObjectMetadata. Every object has this form, custom
 * objects included.
 */
export function toPartialMetadata({ metadata }: { readonly metadata?: unknown }): Uint8Array {
  return messagePart(1, toMessage('meta/v1.ObjectMeta', metadata));
}

/** Encodes a message as a field of another one. */
export function messagePart(number: number, message: Uint8Array): Uint8Array {
  const head = partHead(number, message.length);
  return concatBytes([head, message], head.length + message.length);
}

function writtenAs(type: TypeName, value: unknown): Written {
  const frozen = typeof value === 'object' && value !== null && Object.isFrozen(value) ? value : undefined;
  const kept = frozen && written.get(frozen);
  if (kept?.type === type) return kept;
  const writer = new ProtobufWriter();
  namedWireType(type).write(writer, value);
  const made: Written = { type, message: writer.finish() };
  if (frozen) written.set(frozen, made);
  return made;
}

function kindOf(value: unknown): { readonly apiVersion: string; readonly kind: string } {
  const { apiVersion, kind } = isJsonObject(value) ? value : {};
  return { apiVersion: typeof apiVersion === 'string' ? apiVersion : '', kind: typeof kind === 'string' ? kind : '' };
}
