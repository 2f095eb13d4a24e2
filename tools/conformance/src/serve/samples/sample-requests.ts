import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import type { RequestStep } from '@kb/apiserver/recorded';
import { nameOf } from '../../import/definitions/parse-definitions.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import { collectionOf, formatVersion, type ServedVersion } from '../compare/served-version.ts';
import type { SampleObject, Samples } from './sample-objects.ts';

/** What is sent of samples. */
export interface SampleRequests {
  /** The namespace of objects that are not kept. */
  readonly namespace: string;
  /** How many changed objects replace each stored one; half of them may have their change in the status. */
  readonly updates: number;
}

/**
 * The requests for objects of a version: every one is created without being kept, and each fitting one is stored, and
 * replaced by changed ones: each by others.
 */
export function requestsFor(
  version: ServedVersion,
  { fitting, changed }: Samples,
  { namespace, updates }: SampleRequests,
): RequestSequence[] {
  const inStatus = changed.filter((one) => one.inStatus);
  const elsewhere = changed.filter((one) => !one.inStatus);
  const stored = fitting.map((sample, index) => {
    const statuses = some(inStatus, index * updates, Math.ceil(updates / 2));
    const others = some(elsewhere, index * updates, updates - statuses.length);
    return createAndUpdate(version, sample, [...statuses, ...others]);
  });
  return [...stored, ...[...fitting, ...elsewhere].map((one) => dryCreate(version, one, namespace))];
}

/** Some items of a list from a place on, which continues at its beginning. */
function some<T>(list: readonly T[], start: number, count: number): T[] {
  const first = list.length === 0 ? 0 : start % list.length;
  return [...list.slice(first), ...list.slice(0, first)].slice(0, count);
}

/** Creates an object without keeping it: the answer has what would be stored. */
export function dryCreate(
  version: ServedVersion,
  sample: Pick<SampleObject, 'what' | 'object'>,
  namespace: string,
): RequestSequence {
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
function createAndUpdate(
  version: ServedVersion,
  sample: SampleObject,
  changed: readonly SampleObject[],
): RequestSequence {
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
