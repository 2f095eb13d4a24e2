import type { HttpRequest, JsonObject } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { type AdmissionHandler, admissionHandler, MAX_ADMISSION_BODY } from './admission-handler.ts';
import { allowed } from './admission-response.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const review = (request: unknown): Uint8Array =>
  encode(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request }));

const asks = async (
  handler: AdmissionHandler,
  request: Pick<HttpRequest, 'body' | 'headers'>,
): Promise<{ status: number; answer: JsonObject; lines: ReturnType<typeof recordingLogger>['lines'] }> => {
  const { log, lines } = recordingLogger();
  const { status, body } = await admissionHandler(handler, { log })({ method: 'POST', path: '/', ...request });
  const text = new TextDecoder().decode(body as Uint8Array);
  return { status, answer: JSON.parse(text) as JsonObject, lines };
};

async function* broken(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(encode('{'));
  throw new Error('the connection broke');
}

test.each<[what: string, body: HttpRequest['body'], headers: Record<string, string>, code: number, message: string]>([
  ['no body', undefined, JSON_TYPE, 400, 'request body is empty'],
  ['an empty body', new Uint8Array(), JSON_TYPE, 400, 'request body is empty'],
  ['a body that breaks off', broken(), JSON_TYPE, 400, 'the connection broke'],
  [
    'a body that is too large',
    new Uint8Array(MAX_ADMISSION_BODY + 1),
    JSON_TYPE,
    413,
    'request entity is too large; limit is 7340032 bytes',
  ],
  ['no content type', review({}), {}, 400, 'contentType=, expected application/json'],
  [
    'another content type',
    review({}),
    { 'content-type': 'text/plain' },
    400,
    'contentType=text/plain, expected application/json',
  ],
  ['a list', encode('[]'), JSON_TYPE, 400, 'the body is not an AdmissionReview: expected a JSON object'],
  [
    'another kind',
    encode('{"kind":"Pod","apiVersion":"v1"}'),
    JSON_TYPE,
    400,
    'expected an AdmissionReview of admission.k8s.io/v1 or admission.k8s.io/v1beta1, got kind "Pod" of "v1"',
  ],
  ['a uid that is a number', review({ uid: 1 }), JSON_TYPE, 400, 'request.uid must be a string'],
  ['an object that is a list', review({ object: [] }), JSON_TYPE, 400, 'request.object must be an object'],
  [
    'groups that are not strings',
    review({ userInfo: { groups: [1] } }),
    JSON_TYPE,
    400,
    'request.userInfo.groups must be a list of strings',
  ],
])('refuses %s without calling the handler, and logs it', async (_what, body, headers, code, message) => {
  let asked = false;
  const handler: AdmissionHandler = () => {
    asked = true;
    return allowed();
  };
  const { status, answer, lines } = await asks(handler, { ...(body && { body }), headers });
  expect([status, asked]).toEqual([200, false]);
  expect(answer).toEqual({ response: { uid: '', allowed: false, status: { metadata: {}, message, code } } });
  expect(lines).toMatchObject([{ message: 'Bad admission request', values: { code, why: message } }]);
});

test('the handler gets the request, and the response has its version and uid', async () => {
  let name: string | undefined;
  const handler: AdmissionHandler = (request) => {
    name = request.name;
    return allowed();
  };
  const { answer } = await asks(handler, { body: review({ uid: 'u', name: 'web' }), headers: JSON_TYPE });
  expect(name).toBe('web');
  expect(answer).toMatchObject({ apiVersion: 'admission.k8s.io/v1', response: { uid: 'u', allowed: true } });
});
