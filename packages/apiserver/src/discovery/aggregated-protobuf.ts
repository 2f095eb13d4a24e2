import type { JsonObject } from '@kb/apimachinery';
import {
  embedded,
  type Field,
  list,
  message,
  requiredString,
  string,
  writeMessage,
} from '../openapi/protobuf/message.ts';
import { writeEnvelope } from '../serializer/protobuf/envelope.ts';
import { toMessage } from '../serializer/protobuf/encode-protobuf.ts';

/** Aggregated discovery in Kubernetes' protobuf. */
export function aggregatedProtobuf(document: JsonObject): Uint8Array {
  const raw = writeMessage(documentFields, document);
  return writeEnvelope({ apiVersion: 'apidiscovery.k8s.io/v2', kind: 'APIGroupDiscoveryList', raw });
}

const responseKind = message(() => [
  [1, 'group', requiredString],
  [2, 'version', requiredString],
  [3, 'kind', requiredString],
]);

const subresource = message(() => [
  [1, 'subresource', requiredString],
  [2, 'responseKind', responseKind],
  [4, 'verbs', list(requiredString)],
]);

const resource = message(() => [
  [1, 'resource', requiredString],
  [2, 'responseKind', responseKind],
  [3, 'scope', requiredString],
  [4, 'singularResource', requiredString],
  [5, 'verbs', list(requiredString)],
  [6, 'shortNames', list(string)],
  [7, 'categories', list(string)],
  [8, 'subresources', list(subresource)],
]);

const version = message(() => [
  [1, 'version', requiredString],
  [2, 'resources', list(resource)],
  [3, 'freshness', requiredString],
]);

const group = message(() => [
  [1, 'metadata', embedded((value) => toMessage('meta/v1.ObjectMeta', value))],
  [2, 'versions', list(version)],
]);

const documentFields: readonly Field[] = [
  [1, 'metadata', embedded((value) => toMessage('meta/v1.ListMeta', value))],
  [2, 'items', list(group)],
];
