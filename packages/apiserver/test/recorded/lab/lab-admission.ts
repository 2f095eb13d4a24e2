import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import type { LabAnswer } from './lab-webhook.ts';

/** Headers of a request, by their names in lower case. */
type SentHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A request to the admission webhook of the sequences. */
interface Asked {
  /** The whole body, as it was sent. */
  readonly text: string;
  readonly uid: JsonValue;
  readonly request: JsonObject;
  readonly head: JsonObject;
  readonly headers: SentHeaders;
}

/** A response without the uid, or a whole answer. */
type Behaviour = (asked: Asked) => JsonObject | LabAnswer;

const allowed = (more: JsonObject = {}): JsonObject => ({ allowed: true, ...more });
const denied = (status?: JsonObject): JsonObject => ({ allowed: false, ...(status && { status }) });
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const patch = (...operations: JsonObject[]): JsonObject =>
  allowed({ patchType: 'JSONPatch', patch: base64(stringifyJson(operations)) });
const member = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isJsonObject(value) ? value[key] : undefined;

/** Appends a letter to `data.trace` of a ConfigMap, so that it shows who was called, and in which order. */
const traces =
  (letter: string): Behaviour =>
  ({ request }) => {
    const trace = member(member(request.object, 'data'), 'trace');
    return patch({ op: 'add', path: '/data/trace', value: `${typeof trace === 'string' ? trace : ''}${letter}` });
  };

/** Returns a whole review; `review` replaces parts of it. */
const reviewed =
  (review: JsonObject): Behaviour =>
  ({ head, uid }) => ({ status: 200, body: stringifyJson({ ...head, response: { uid, allowed: true }, ...review }) });

const answers =
  (status: number, body: string): Behaviour =>
  () => ({ status, body });

const redirected =
  (status: number, location = '/admission/deny-with-message'): Behaviour =>
  () => ({ status, body: 'over there', headers: { location } });

/** The reviews that have been answered with the request to try again. */
const postponed = new Set<JsonValue>();

/** Asks to be called again, and then refuses. */
const postponing =
  (status: number, seconds: string): Behaviour =>
  ({ uid }) => {
    if (postponed.delete(uid)) return denied({ message: 'called again' });
    postponed.add(uid);
    return { status, body: 'later', headers: { 'retry-after': seconds } };
  };

/** What the webhook does, by the last part of its path. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  allow: () => allowed(),
  // Shows in the answer of the API server what it has sent.
  echo: ({ text }) => denied({ message: text }),
  // Shows whom the API server says that it is.
  callers: ({ headers }) =>
    denied({
      message: Object.keys(headers)
        .filter((name) => name === 'authorization' || name.startsWith('impersonate-'))
        .toSorted()
        .map((name) => `${name}: ${[headers[name] ?? []].flat().join(', ')}`)
        .join('; '),
    }),
  deny: () => denied(),
  'deny-with-message': () => denied({ message: 'not today' }),
  'deny-with-reason': () => denied({ reason: 'Expired' }),
  'deny-with-code': () => denied({ code: 418, message: 'a teapot', reason: 'Teapot' }),
  'deny-with-success': () => denied({ code: 200, status: 'Success', message: 'fine' }),
  'deny-with-details': () =>
    denied({
      code: 422,
      reason: 'Invalid',
      message: 'no',
      details: { name: 'n', kind: 'K', causes: [{ reason: 'R', message: 'm', field: 'f' }] },
    }),
  warn: () => allowed({ warnings: ['first warning', 'second "warning"', ''] }),
  'warn-and-deny': () => ({ ...denied(), warnings: ['denied, with a warning'] }),
  audit: () => allowed({ auditAnnotations: { seen: 'yes' } }),
  'audit-much': () =>
    allowed({ auditAnnotations: { a: '<&>', 'b/c': '1', 'A B': '1', '': '1', seen: '', 'x-y_z.9': 'z' } }),
  'audit-and-deny': () => ({ ...denied({ message: 'no' }), auditAnnotations: { why: 'because' } }),
  'audit-number': () => allowed({ auditAnnotations: { a: 1 } }),
  'html-patch': () => patch({ value: { 'a.b/c': 'x', z: '1' }, path: '/metadata/annotations', op: 'add' }),
  a: traces('a'),
  b: traces('b'),
  c: traces('c'),
  label: () => patch({ op: 'add', path: '/metadata/labels', value: { patched: 'yes' } }),
  'same-label': () => patch({ op: 'add', path: '/metadata/labels', value: { mine: 'yes' } }),
  owners: () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '11111111-2222-4333-8444-555555555555' };
    return patch({ op: 'add', path: '/metadata/ownerReferences', value: [owner, owner] });
  },
  spec: () => patch({ op: 'add', path: '/spec', value: { color: 'blue', unknown: 1 } }),
  // Nulls and fields that the schema of the sequences' custom objects does not have.
  nulls: () =>
    patch(
      { op: 'add', path: '/unknown', value: { a: null } },
      { op: 'add', path: '/spec/unknown', value: null },
      { op: 'add', path: '/spec/color', value: null },
      { op: 'add', path: '/spec/note', value: null },
      { op: 'add', path: '/spec/free', value: { a: null, b: [null] } },
    ),
  'null-teeth': () => patch({ op: 'add', path: '/spec/teeth', value: null }),
  'text-teeth': () => patch({ op: 'add', path: '/spec/teeth', value: 'many' }),
  'no-color': () => patch({ op: 'remove', path: '/spec/color' }),
  'no-spec': () => patch({ op: 'remove', path: '/spec' }),
  'text-spec': () => patch({ op: 'replace', path: '/spec', value: 'text' }),
  'null-labels': () => patch({ op: 'add', path: '/metadata/labels', value: null }),
  'number-label': () => patch({ op: 'add', path: '/metadata/labels', value: { a: 1 } }),
  'unknown-metadata': () => patch({ op: 'add', path: '/metadata/unknown', value: 1 }),
  // Fields that no client may change.
  'other-uid-of-object': () => patch({ op: 'add', path: '/metadata/uid', value: 'other' }),
  'other-version-of-object': () => patch({ op: 'add', path: '/metadata/resourceVersion', value: '1' }),
  'other-creation': () => patch({ op: 'add', path: '/metadata/creationTimestamp', value: '2000-01-01T00:00:00Z' }),
  'other-generation': () => patch({ op: 'add', path: '/metadata/generation', value: 99 }),
  'other-deletion': () => patch({ op: 'add', path: '/metadata/deletionTimestamp', value: '2000-01-01T00:00:00Z' }),
  'immutable-data': () => patch({ op: 'add', path: '/data', value: { a: 'other' } }),
  'not-immutable': () => patch({ op: 'add', path: '/immutable', value: false }),
  'other-selector': () => patch({ op: 'add', path: '/spec/selector/matchLabels/x', value: 'y' }),
  'other-status': () => patch({ op: 'add', path: '/status', value: { teeth: 7 } }),
  'other-container': () => patch({ op: 'add', path: '/container', value: 'changed' }),
  'other-command': () => patch({ op: 'add', path: '/command', value: ['x', 'y'] }),
  'number-as-command': () => patch({ op: 'add', path: '/command', value: 1 }),
  'other-proxied-path': () => patch({ op: 'add', path: '/path', value: '/changed' }),
  'unknown-field': () => patch({ op: 'add', path: '/unknown', value: 1 }),
  'wrong-type': () => patch({ op: 'add', path: '/data', value: 1 }),
  'invalid-label': () => patch({ op: 'add', path: '/metadata/labels', value: { 'a b': 'c' } }),
  'other-name': () => patch({ op: 'replace', path: '/metadata/name', value: 'other' }),
  'other-namespace': () => patch({ op: 'add', path: '/metadata/namespace', value: 'other' }),
  'other-kind': () => patch({ op: 'replace', path: '/kind', value: 'Secret' }),
  'unknown-kind': () => patch({ op: 'replace', path: '/kind', value: 'Nothing' }),
  'no-managers': () => patch({ op: 'remove', path: '/metadata/managedFields' }),
  'bad-managers': () =>
    patch({ op: 'add', path: '/metadata/managedFields', value: [{ manager: 'm', operation: 'Unknown' }] }),
  'missing-path': () => patch({ op: 'replace', path: '/spec/nothing', value: 1 }),
  'missing-key': () => patch({ op: 'remove', path: '/data/nothing' }),
  'failing-test': () => patch({ op: 'test', path: '/kind', value: 'Nothing' }),
  'unknown-operation': () => patch({ op: 'mend', path: '/data', value: 1 }),
  'empty-patch': () => patch(),
  'object-as-patch': () => allowed({ patchType: 'JSONPatch', patch: base64('{"op":"add"}') }),
  'text-as-patch': () => allowed({ patchType: 'JSONPatch', patch: base64('sorry') }),
  'no-base64': () => allowed({ patchType: 'JSONPatch', patch: '!' }),
  'patch-without-type': () => allowed({ patch: base64('[]') }),
  'type-without-patch': () => allowed({ patchType: 'JSONPatch' }),
  'empty-type': () => allowed({ patchType: '', patch: base64('[]') }),
  'other-type': () => allowed({ patchType: 'Merge', patch: base64('[{"op":"remove","path":"/data"}]') }),
  'text-as-allowed': () => ({ allowed: 'yes' }),
  'number-as-status': () => ({ allowed: false, status: 1 }),
  'other-uid': reviewed({ response: { uid: 'other', allowed: true } }),
  'no-response': reviewed({ response: null }),
  'text-as-response': reviewed({ response: 'yes' }),
  'no-kind': reviewed({ kind: '' }),
  'other-review': reviewed({ kind: 'Review' }),
  'other-version': reviewed({ apiVersion: 'admission.k8s.io/v1beta1' }),
  'other-group': reviewed({ apiVersion: 'example.com/v1' }),
  'no-json': answers(200, 'sorry'),
  'half-json': answers(200, '{"kind":"AdmissionReview"'),
  list: answers(200, '[]'),
  nothing: answers(200, ''),
  'status-400': answers(400, 'sorry'),
  'status-403': answers(403, 'sorry'),
  'status-404': answers(404, ''),
  'status-409': answers(409, 'sorry'),
  'status-500': answers(500, 'sorry'),
  'status-503': answers(503, ''),
  'redirect-300': redirected(300),
  'redirect-301': redirected(301),
  'redirect-302': redirected(302),
  'redirect-303': redirected(303),
  'redirect-307': redirected(307),
  'redirect-308': redirected(308),
  'redirect-nowhere': answers(307, 'where?'),
  'redirect-in-circles': redirected(307, '/admission/redirect-in-circles'),
  'redirect-to-nobody': redirected(307, 'https://127.0.0.1:1/x'),
  'retry-429': postponing(429, '0'),
  'retry-500': postponing(500, '1'),
  'retry-503': postponing(503, '0'),
  'retry-409': postponing(409, '0'),
  'retry-at-a-date': postponing(503, 'Fri, 01 Jan 2100 00:00:00 GMT'),
  'retry-always': () => ({ status: 503, body: 'later', headers: { 'retry-after': '0' } }),
  'retry-late': postponing(503, '5'),
};

/** The folder of the paths at which the webhook is served. */
export const ADMISSION_PATH = '/admission/';

/** The paths at which the webhook is served. */
export const labAdmissionPaths: readonly string[] = Object.keys(behaviours).map((name) => `${ADMISSION_PATH}${name}`);

/** Handles a request to the admission webhook of the sequences, which both servers call; the path says what it does. */
export function answerLabAdmission(path: string, text: string, headers: SentHeaders): LabAnswer {
  const behaviour = behaviours[path.slice(ADMISSION_PATH.length).split('?', 1)[0] ?? ''];
  if (!behaviour) return { status: 404, body: '' };
  // A request that was redirected may have none.
  const review = text === '' ? {} : parseJson(text);
  const request = isJsonObject(review) && isJsonObject(review.request) ? review.request : {};
  const head = { kind: 'AdmissionReview', apiVersion: member(review, 'apiVersion') ?? '' };
  const { uid = '' } = request;
  const answer = behaviour({ text, uid, request, head, headers });
  if ('body' in answer && typeof answer.body === 'string') return answer as LabAnswer;
  return { status: 200, body: stringifyJson({ ...head, response: { uid, ...(answer as JsonObject) } }) };
}
