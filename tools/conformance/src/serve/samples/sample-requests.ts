import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import type { RequestStep } from '@kb/apiserver/recorded';
import { nameOf } from '../../import/definitions/parse-definitions.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import { collectionOf, formatVersion, type ServedVersion } from '../compare/served-version.ts';
import type { SampleObject } from './sample-objects.ts';

/**
 * The requests for a sample and others with one change each: every one is created without being kept, and the sample is
 * stored and replaced by `updates` of the others, half of which may have their change in the status.
 */
export function requestsFor(
  version: ServedVersion,
  sample: Sample,
  others: readonly SampleObject[],
  { namespace, updates }: { readonly namespace: string; readonly updates: number },
): RequestSequence[] {
  const inStatus = others.filter((one) => one.inStatus).slice(0, Math.ceil(updates / 2));
  const elsewhere = others.filter((one) => !one.inStatus);
  return [
    createAndUpdate(version, sample, [...inStatus, ...elsewhere].slice(0, updates)),
    ...[sample, ...elsewhere].map((one) => dryCreate(version, one, namespace)),
  ];
}

/** An object, and its purpose. */
type Sample = Pick<SampleObject, 'what' | 'object'>;

/** Creates an object without keeping it: the answer has what would be stored. */
export function dryCreate(version: ServedVersion, sample: Sample, namespace: string): RequestSequence {
  return {
    name: `${formatVersion(version)}: create, ${sample.what}`,
    namespace,
    steps: [post(`${collectionOf(version)}?dryRun=All`, sample.object)],
  };
}

/**
 * Creates an object, reads it, and replaces it by itself with a label, and then, without keeping that, by the other
 * objects, or its status by theirs. Where the first is refused, the rest is compared too.
 */
function createAndUpdate(version: ServedVersion, sample: Sample, changed: readonly SampleObject[]): RequestSequence {
  const { object } = sample;
  const name = nameOf(object);
  const path = `${collectionOf(version)}/${encodeURIComponent(name)}`;
  const labelled = withMetadata(object, { labels: { ...labelsOf(object), 'example.com/changed': 'yes' } });
  return {
    name: `${formatVersion(version)}: create and update, ${sample.what}`,
    steps: [
      post(collectionOf(version), object, { version: 'metadata.resourceVersion' }),
      { method: 'GET', path },
      put(path, labelled, 'version', { later: 'metadata.resourceVersion' }),
      ...changed.map((one) =>
        put(`${path}${one.inStatus ? '/status' : ''}?dryRun=All`, renamed(one.object, name), 'later'),
      ),
      { method: 'DELETE', path },
    ],
  };
}

/** Sends a body as text, with every digit of its integers. */
export function post(path: string, object: JsonObject, save?: RequestStep['save']): RequestStep {
  return { method: 'POST', path, body: stringifyJson(object), ...(save && { save }) };
}

/** Replaces an object whose version an earlier step has saved. */
export function put(path: string, object: JsonObject, saved: string, save?: RequestStep['save']): RequestStep {
  const body = withMetadata(object, { resourceVersion: `\${${saved}}` });
  return { method: 'PUT', path, body: stringifyJson(body), ...(save && { save }) };
}

function renamed(object: JsonObject, name: string): JsonObject {
  return withMetadata(object, { name });
}

function withMetadata(object: JsonObject, more: JsonObject): JsonObject {
  const { metadata } = object;
  return { ...object, metadata: { ...(isJsonObject(metadata) && metadata), ...more } };
}

function labelsOf({ metadata }: JsonObject): JsonObject {
  const labels = isJsonObject(metadata) ? metadata['labels'] : undefined;
  return isJsonObject(labels) ? labels : {};
}
