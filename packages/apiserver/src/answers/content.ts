import type { FrozenObject } from '../objects/api-object.ts';
import { metadataAlone } from '../kinds/metadata-alone.ts';
import { toPartialMetadata, toProtobuf } from '../serializer/protobuf/encode-protobuf.ts';
import { writeEnvelope } from '../serializer/protobuf/envelope.ts';
import { partialMetadataOf } from './table.ts';
import { toJson } from '../http/encode.ts';
import type { Representation } from '../http/negotiation.ts';

/** What is to be written. */
export interface Content {
  readonly value: () => unknown;
  readonly json: () => string;
  /** The value in protobuf, in its envelope. Undefined: it has no such form. */
  readonly protobuf: () => Uint8Array | undefined;
}

/** An object, Status or other document as it is. */
export function plainContent(value: unknown): Content {
  return { value: () => value, json: () => toJson(value), protobuf: () => toProtobuf(value) };
}

/** What has no form in protobuf: tables. */
export function textContent(value: unknown): Content {
  return { ...plainContent(value), protobuf: () => undefined };
}

/** The metadata of an object alone. In protobuf this has no need of the object's kind: custom resources have it too. */
export function partialMetadata(object: FrozenObject, metaVersion: Representation['metaVersion']): Content {
  const value = (): unknown => partialMetadataOf(object, metaVersion);
  const envelope = { apiVersion: `meta.k8s.io/${metaVersion}`, kind: 'PartialObjectMetadata' };
  return {
    value,
    json: () => toJson(value()),
    protobuf: () => writeEnvelope({ ...envelope, raw: toPartialMetadata({ metadata: metadataAlone(object) }) }),
  };
}
