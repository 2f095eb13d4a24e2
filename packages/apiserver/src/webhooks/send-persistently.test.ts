import { createVirtualClock, type HttpRequest, type HttpResponse } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import type { WebhookTarget } from './adapters/send-webhook.ts';
import { AnswerError, sendPersistently, type WebhookAnswer, type WebhookPlace } from './send-persistently.ts';

type Answer = Pick<HttpResponse, 'status' | 'headers'>;
interface Sent {
  readonly url: string;
  readonly method: string;
  readonly service: WebhookTarget['service'];
  readonly type: string | readonly string[] | undefined;
  readonly hasBody: boolean;
}

const request: HttpRequest = {
  method: 'POST',
  path: '/judge?timeout=10s',
  headers: { 'content-type': 'application/json', accept: 'application/json, */*' },
  body: new Uint8Array([123, 125]),
};
const direct: WebhookPlace = {
  shown: 'https://hooks.example.com',
  locate: () => ({ origin: 'https://hooks.example.com' }),
};
const inCluster: WebhookPlace = {
  shown: 'https://hooks.system.svc:443',
  locate: () => ({
    origin: 'https://10.0.0.7:9443',
    service: { name: 'hooks.system.svc', host: 'hooks.system.svc:443' },
  }),
};

/** Sends to a webhook that gives the answers in turn, the last one again and again. */
function sending(answers: readonly (Answer | Error)[], place = direct) {
  const sent: Sent[] = [];
  const clock = createVirtualClock();
  const late = new AbortController();
  const send = async (
    { origin, service }: Omit<WebhookTarget, 'caBundle'>,
    { method, path, headers, body }: HttpRequest,
  ): Promise<WebhookAnswer> => {
    late.signal.throwIfAborted();
    const answer = answers[Math.min(sent.length, answers.length - 1)] ?? new Error('no answer');
    sent.push({ url: `${origin}${path}`, method, service, type: headers['content-type'], hasBody: body !== undefined });
    if (answer instanceof Error) throw answer;
    return { response: { ...answer, body: new Uint8Array() }, text: '' };
  };
  return { sent, clock, late, result: sendPersistently(place, request, send, { clock, signal: late.signal }) };
}

const done: Answer = { status: 200, headers: {} };
const redirect = (status: number, location = '/there?x=1'): Answer => ({ status, headers: { location } });
const later = (status: number, after: string): Answer => ({ status, headers: { 'retry-after': after } });

test.each([
  [301, 'GET', false, undefined],
  [302, 'GET', false, undefined],
  [303, 'GET', false, undefined],
  [307, 'POST', true, 'application/json'],
  [308, 'POST', true, 'application/json'],
])('a %i is followed with a %s', async (status, method, hasBody, type) => {
  const { sent, result } = sending([redirect(status), done]);
  expect((await result).response.status).toBe(200);
  expect(sent[1]).toEqual({ url: 'https://hooks.example.com/there?x=1', method, service: undefined, type, hasBody });
});

test.each([redirect(300), redirect(304), { status: 307, headers: {} }, { status: 307, headers: { location: '' } }])(
  'the response %j is not followed',
  async (answer) => {
    const { sent, result } = sending([answer, done]);
    expect((await result).response.status).toBe(answer.status);
    expect(sent).toHaveLength(1);
  },
);

test('a service keeps its name when it redirects to another host, and its address when it comes back', async () => {
  const elsewhere = redirect(307, 'https://other.example.com:8443/a');
  const { sent, result } = sending([elsewhere, redirect(307, 'https://hooks.system.svc/b'), done], inCluster);
  await result;
  const name = 'hooks.system.svc';
  expect(sent.map(({ url, service }) => [url, service])).toEqual([
    ['https://10.0.0.7:9443/judge?timeout=10s', { name, host: 'hooks.system.svc:443' }],
    ['https://other.example.com:8443/a', { name, host: 'other.example.com:8443' }],
    ['https://10.0.0.7:9443/b', { name, host: 'hooks.system.svc:443' }],
  ]);
});

test.each([
  [[redirect(307, '/again')], 'Post "/again": stopped after 10 redirects', 10],
  [[redirect(307, 'http://x/')], 'Post "http://x/": unsupported protocol scheme "http"', 1],
  [
    [redirect(307, 'https://[')],
    'Post "https://hooks.example.com/judge?timeout=10s": failed to parse Location header "https://["',
    1,
  ],
  [[redirect(303), new Error('broken')], 'Post "https://hooks.example.com/there?x=1": broken', 2],
  [[new AnswerError('half of it')], 'half of it', 1],
])('%j fails: %s', async (answers, why, count) => {
  const { sent, result } = sending(answers);
  await expect(result).rejects.toMatchObject({ message: why });
  expect(sent).toHaveLength(count);
});

test.each([429, 500, 503, 504])('a %i that says when is sent again then', async (status) => {
  const { sent, clock, result } = sending([later(status, '2'), done]);
  await clock.advance(1999);
  expect(sent).toHaveLength(1);
  await clock.advance(1);
  expect((await result).response.status).toBe(200);
  expect(sent.map(({ hasBody }) => hasBody)).toEqual([true, true]);
});

test.each([
  later(409, '0'),
  later(200, '0'),
  later(503, 'Fri, 01 Jan 2100 00:00:00 GMT'),
  later(503, ''),
  { status: 503, headers: {} },
])('the response %j is final', async (answer) => {
  const { sent, result } = sending([answer, done]);
  expect((await result).response.status).toBe(answer.status);
  expect(sent).toHaveLength(1);
});

test('a webhook that always asks to be called again is called eleven times', async () => {
  const { sent, result } = sending([later(503, '0')]);
  expect((await result).response.status).toBe(503);
  expect(sent).toHaveLength(11);
});

test('a webhook that asks for more time than it has fails when the time is over', async () => {
  const { sent, late, clock, result } = sending([later(503, '99999999999999999999'), done]);
  const failure = result.catch((error: unknown) => error);
  await clock.advance(10_000);
  late.abort(new Error('context deadline exceeded'));
  const message = 'Post "https://hooks.example.com/judge?timeout=10s": context deadline exceeded';
  expect(await failure).toMatchObject({ message });
  expect(sent).toHaveLength(1);
});
