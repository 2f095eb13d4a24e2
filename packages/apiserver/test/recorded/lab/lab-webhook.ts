import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';

/** A response of the webhook. */
export interface LabAnswer {
  readonly status: number;
  readonly body: string;
  /** Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The annotation that tells the webhook what to do wrong, in each object that it converts or in the whole response. */
const MISDEED = 'lab.example.com/misdeed';

/**
 * Handles a request to the conversion webhook of the sequences, which both servers call. Things have `spec.name` in v1,
 * `spec.first` and `spec.last` in v2; everything else stays the same. An object's annotation tells the webhook what to
 * do wrong when it converts the object. `broken` holds the groups of which nothing is converted any more, because one
 * of their objects had the misdeed `breaks`; each server has its own set.
 */
export function answerLabWebhook(body: string, broken: Set<string>): LabAnswer {
  const review = parseJson(body);
  const request = isJsonObject(review) && isJsonObject(review.request) ? review.request : {};
  const { uid = '', desiredAPIVersion = '', objects } = request;
  const given = Array.isArray(objects) ? objects.filter(isJsonObject) : [];
  const misdeed = given.map((object) => misdeedOf(object, broken)).find((one) => one !== '') ?? '';
  const convertedObjects = given.map((object) =>
    misdone(misdeed, convert(object, typeof desiredAPIVersion === 'string' ? desiredAPIVersion : '')),
  );
  const response = { uid, convertedObjects, result: { status: 'Success' } };
  const head = { kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1' };
  const answers: Readonly<Record<string, LabAnswer | JsonObject>> = {
    fails: { ...head, response: { uid, result: { status: 'Failure', message: 'no such conversion' } } },
    'fails silently': { ...head, response: { uid, result: { status: 'Failure' } } },
    'no result': { ...head, response: { uid, convertedObjects } },
    'no response': head,
    'other uid': { ...head, response: { ...response, uid: 'other' } },
    'other review': { ...head, kind: 'Review', response },
    'other version of review': { ...head, apiVersion: 'apiextensions.k8s.io/v1beta1', response },
    'no objects': { ...head, response: { ...response, convertedObjects: [] } },
    'too many objects': {
      ...head,
      response: { ...response, convertedObjects: [...convertedObjects, ...convertedObjects] },
    },
    'no JSON': { status: 200, body: 'sorry' },
    'half of it': { status: 200, body: '{"kind":"ConversionReview"' },
    nothing: { status: 200, body: '' },
    'status 400': { status: 400, body: '' },
    'status 403': { status: 403, body: 'sorry' },
    'status 404': { status: 404, body: 'sorry' },
    'status 500': { status: 500, body: '' },
    'status 500 and why': { status: 500, body: 'sorry' },
    'status 503': { status: 503, body: 'sorry' },
  };
  const answer = answers[misdeed] ?? { ...head, response };
  return 'body' in answer && typeof answer.body === 'string'
    ? (answer as LabAnswer)
    : { status: 200, body: stringifyJson(answer) };
}

function misdeedOf({ apiVersion, metadata }: JsonObject, broken: Set<string>): string {
  const annotations = isJsonObject(metadata) ? metadata.annotations : undefined;
  const misdeed = isJsonObject(annotations) ? annotations[MISDEED] : undefined;
  const [group = ''] = typeof apiVersion === 'string' ? apiVersion.split('/') : [];
  if (misdeed === 'breaks') broken.add(group);
  if (broken.has(group)) return 'fails';
  return typeof misdeed === 'string' ? misdeed : '';
}

function convert(object: JsonObject, apiVersion: string): JsonObject {
  const { spec } = object;
  if (!isJsonObject(spec)) return { ...object, apiVersion };
  const { name, first, last, ...rest } = spec;
  if (apiVersion.endsWith('/v2')) {
    const [before = '', after = ''] = typeof name === 'string' ? name.split(' ') : [];
    return { ...object, apiVersion, spec: { ...rest, ...(name !== undefined && { first: before, last: after }) } };
  }
  const names = [first, last].filter((text) => typeof text === 'string');
  return { ...object, apiVersion, spec: { ...rest, ...(names.length > 0 && { name: names.join(' ') }) } };
}

function misdone(misdeed: string, object: JsonObject): JsonValue {
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const withMetadata = (change: JsonObject): JsonObject => ({ ...object, metadata: { ...metadata, ...change } });
  switch (misdeed) {
    case 'other kind':
      return { ...object, kind: 'Other' };
    case 'other version':
      return { ...object, apiVersion: 'other.example.com/v3' };
    case 'other name':
      return withMetadata({ name: 'other' });
    case 'other namespace':
      return withMetadata({ namespace: 'other' });
    case 'other uid of object':
      return withMetadata({ uid: 'other' });
    case 'no metadata': {
      const { metadata: _, ...rest } = object;
      return rest;
    }
    case 'text as metadata':
      return { ...object, metadata: 'text' };
    case 'list as labels':
      return withMetadata({ labels: [] });
    case 'number as label':
      return withMetadata({ labels: { a: 1 } });
    case 'bad label':
      return withMetadata({ labels: { 'a b': 'c' } });
    case 'bad annotation':
      return withMetadata({ annotations: { 'a b': 'c' } });
    case 'labels':
      return withMetadata({ labels: { converted: 'yes' }, annotations: { [MISDEED]: 'labels', seen: 'yes' } });
    case 'no labels': {
      const { labels: _, ...rest } = metadata;
      return { ...object, metadata: rest };
    }
    case 'other metadata':
      return withMetadata({
        finalizers: ['other.example.com/f'],
        resourceVersion: '7',
        creationTimestamp: '2000-01-01T00:00:00Z',
        generation: 99,
        ownerReferences: [],
      });
    case 'unknown fields':
      return { ...object, unknown: { a: 1 }, spec: { ...(isJsonObject(object.spec) ? object.spec : {}), unknown: 1 } };
    default:
      return object;
  }
}
