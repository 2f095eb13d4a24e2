import type { FrozenObject } from '../objects/api-object.ts';
import { metadataAlone } from '../kinds/metadata-alone.ts';
import { toPartialMetadata, toProtobuf } from '../serializer/protobuf/encode-protobuf.ts';
import { writeEnvelope } from '../serializer/protobuf/envelope.ts';
import { partialMetadataOf } from './table.ts';
import { toJson } from '../http/encode.ts';
import type { Representation } from '../http/negotiation.ts';

/** The content of a response. */
export interface Content {
  readonly value: () => unknown;
  readonly json: () => string;
  /** The value in protobuf, in its envelope. Undefined: it has no such form. */
  readonly protobuf: () => Uint8Array | undefined;
}

/** An object, Status or other document, unchanged. */
export function plainContent(value: unknown): Content {
  return { value: () => value, json: () => toJson(value), protobuf: () => toProtobuf(value) };
}

/** A value that has no protobuf form, such as a table. */
export function textContent(value: unknown): Content {
  return { ...plainContent(value), protobuf: () => undefined };
}

/**
 * The metadata of an object alone. In protobuf it does not depend on the object's kind, so custom resources have it
 * too.
 */
export function partialMetadata(object: FrozenObject, metaVersion: Representation['metaVersion']): Content {
  const value = (): unknown => partialMetadataOf(object, metaVersion);
  const envelope = { apiVersion: `meta.k8s.io/${metaVersion}`, kind: 'PartialObjectMetadata' };
  return {
    value,
    json: () => toJson(value()),
    protobuf: () => writeEnvelope({ ...envelope, raw: toPartialMetadata({ metadata: metadataAlone(object) }) }),
  };
}
