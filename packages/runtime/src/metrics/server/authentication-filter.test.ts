import { createVirtualClock, type HttpRequest, type HttpResponse, type VirtualClock } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { minutes, seconds } from '../../durations.ts';
import { textResponse } from '../../serving/text-response.ts';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { withAuthenticationAndAuthorization } from './authentication-filter.ts';

let clock: VirtualClock;
let logged: ReturnType<typeof recordingLogger>;
/** The reviews so far: `token good`, `reader get /metrics`. */
let reviews: string[];
/** Responds instead of the API server while it is set. */
let trouble: ((signal: AbortSignal | undefined) => HttpResponse | Promise<HttpResponse>) | undefined;
let ask: (token: string | undefined, path?: string, method?: string) => Promise<string>;

const encoder = new TextEncoder();
const json = (value: object, status = 201): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: encoder.encode(JSON.stringify(value)),
});
const failure = (code: number): HttpResponse =>
  json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'InternalError', code, message: 'no' }, code);

interface Spec {
  token?: string;
  user?: string;
  groups?: string[];
  nonResourceAttributes?: { path: string; verb: string };
}

/** An API server that knows the tokens `good` (of `reader`, who may read) and `other` (of `stranger`, who may not). */
function review({ path, body }: HttpRequest): HttpResponse {
  const { spec } = JSON.parse(new TextDecoder().decode(body as Uint8Array)) as { spec: Spec };
  if (path.includes('/tokenreviews')) {
    reviews.push(`token ${spec.token}`);
    const username = spec.token === 'good' ? 'reader' : spec.token === 'other' ? 'stranger' : undefined;
    return json({ spec, status: username ? { authenticated: true, user: { username } } : { authenticated: false } });
  }
  const { path: url, verb } = spec.nonResourceAttributes ?? {};
  reviews.push(`${spec.user} ${verb} ${url} ${spec.groups?.join()}`);
  return json({ spec, status: { allowed: spec.user === 'reader' && verb === 'get' } });
}

beforeEach(() => {
  clock = createVirtualClock();
  logged = recordingLogger();
  reviews = [];
  trouble = undefined;
  const client = createClient({
    transport: { send: async (request, signal) => (trouble ? trouble(signal) : review(request)) },
    clock,
  });
  const filter = withAuthenticationAndAuthorization({ client, clock, random: () => 0, log: logged.log });
  const handler = filter(() => textResponse(200, 'metrics'));
  ask = async (token, path = '/metrics', method = 'GET') => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
    const { status, body } = await handler({ method, path, headers }, new AbortController().signal);
    return `${status} ${new TextDecoder().decode(body as Uint8Array)}`.trimEnd();
  };
});

describe('metrics authentication', () => {
  test.each([
    [undefined, '401 Unauthorized'],
    ['', '401 Unauthorized'],
    ['Basic Z29vZA==', '401 Unauthorized'],
    ['Bearer', '401 Unauthorized'],
    ['Bearer  good', '401 Unauthorized'],
    ['Bearer bad', '401 Unauthorized'],
    ['Bearer other', '403 Authorization denied for user stranger'],
    ['Bearer good', '200 metrics'],
    [' bearer good more', '200 metrics'],
  ])('%s: %s', async (token, want) => {
    expect(await ask(token)).toBe(want);
  });

  test('readers are reviewed by path and verb, with the group of all authenticated users', async () => {
    expect(await ask('Bearer good', '/debug/a%20b?x=1')).toBe('200 metrics');
    expect(await ask('Bearer good', '/metrics', 'POST')).toBe('403 Authorization denied for user reader');
    expect(reviews).toEqual([
      'token good',
      'reader get /debug/a b system:authenticated',
      'reader post /metrics system:authenticated',
    ]);
  });

  test('a token is reviewed once a minute, an allowed access every 5 minutes, a denied one every 30 seconds', async () => {
    const countOf = (what: string): number => reviews.filter((line) => line.startsWith(what)).length;
    for (let second = 0; second < 300; second += 10) {
      await ask('Bearer good');
      await ask('Bearer other');
      await ask('Bearer bad');
      await clock.advance(seconds(10));
    }
    expect(['token good', 'token bad', 'reader', 'stranger'].map(countOf)).toEqual([5, 5, 1, 10]);
    await ask('Bearer good');
    expect(countOf('reader')).toBe(2);
  });

  test('concurrent requests share one review', async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask('Bearer good')));
    expect(reviews).toHaveLength(2);
  });

  test('temporary failures are retried', async () => {
    let tries = 0;
    trouble = () => {
      tries += 1;
      if (tries === 3) trouble = undefined;
      return failure(500);
    };
    const answer = ask('Bearer good');
    await clock.advance(seconds(3));
    expect(await answer).toBe('200 metrics');
    expect(tries).toBe(3);
  });

  test('without the API server nobody is admitted, nothing is cached, and the token is not in the log', async () => {
    trouble = () => failure(503);
    const answer = ask('Bearer good');
    await clock.advance(minutes(1));
    expect(await answer).toBe('500 Authentication failed');
    expect(logged.lines.map(({ level, message }) => `${level} ${message}`)).toEqual(['error Authentication failed']);
    expect(JSON.stringify(logged.lines)).not.toContain('good');
    trouble = undefined;
    expect(await ask('Bearer good')).toBe('200 metrics');
  });

  test('a token review without a response ends after 10 seconds', async () => {
    trouble = (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const answer = ask('Bearer good');
    await clock.advance(seconds(10));
    expect(await answer).toBe('500 Authentication failed');
  });

  test('a refused review is not retried', async () => {
    let tries = 0;
    trouble = () => {
      tries += 1;
      return failure(403);
    };
    expect(await ask('Bearer good')).toBe('500 Authentication failed');
    expect(tries).toBe(1);
  });
});
