import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type http from 'node:http';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aLease as lease,
  answerJson as json,
  fixedCredentials,
  leasePath as path,
  requestsTo,
} from '../../test-support/lease-requests-of-test.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../test-support/scripted-server-adapter.ts';
import type { CredentialSource } from './read-parts.ts';

let open: DisposableStack;
beforeEach(() => {
  open = new DisposableStack();
});
afterEach(() => open.dispose());

const serve = async (answer: ScriptedAnswer): Promise<ScriptedServer> => open.use(await startScriptedServer(answer));

const signal = new AbortController().signal;

describe('the requests of a Lease', () => {
  test('name it, have credentials, and share a connection', async () => {
    const bodies: unknown[] = [];
    const { port, asked } = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (chunks.length > 0) bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      json(response, 200, lease);
    });
    const { requests, told } = requestsTo(`http://127.0.0.1:${port}/prefix/`, {
      credentials: fixedCredentials({ authorization: 'Bearer t', 'impersonate-group': ['x', 'y'] }),
    });
    expect(await requests.get(signal)).toEqual(lease);
    expect(await requests.create(lease, signal)).toEqual(lease);
    expect(await requests.update(lease, signal)).toEqual(lease);
    const collection = `/prefix${path.slice(0, -2)}`;
    expect(asked).toEqual([
      `GET /prefix${path} Bearer t 1`,
      `POST ${collection} Bearer t 1`,
      `PUT /prefix${path} Bearer t 1`,
    ]);
    expect(bodies).toEqual([lease, lease]);
    expect(told).toEqual([200, 200, 200]);
  });

  const status = (code: number, reason: string) => ({ kind: 'Status', message: `it is ${reason}`, reason, code });
  test.each<[number, unknown, object]>([
    [404, status(404, 'NotFound'), { status: { code: 404, reason: 'NotFound' }, message: 'it is NotFound' }],
    [409, status(409, 'Conflict'), { status: { code: 409, reason: 'Conflict' }, message: 'it is Conflict' }],
    [429, status(429, 'TooManyRequests'), { status: { code: 429, reason: 'TooManyRequests' } }],
    [500, 'oops', { status: { code: 500, reason: '' }, message: 'the server responded with 500' }],
    [
      503,
      { message: 5, reason: null },
      { status: { code: 503, reason: '' }, message: 'the server responded with 503' },
    ],
  ])('a write with the response %s rejects with the server’s error', async (code, body, error) => {
    const { port } = await serve((_request, response) => json(response, code, body));
    const { requests, told } = requestsTo(`http://127.0.0.1:${port}`);
    await expect(requests.update(lease, signal)).rejects.toMatchObject({ code: 'KB_LEASE_REFUSED', ...error });
    expect(told).toEqual([code]);
  });

  test('return undefined when the Lease does not exist', async () => {
    const { port } = await serve((_request, response) => json(response, 404, status(404, 'NotFound')));
    expect(await requestsTo(`http://127.0.0.1:${port}`).requests.get(signal)).toBeUndefined();
  });

  test('refuse a redirect: credentials go nowhere else', async () => {
    const elsewhere = await serve((_request, response) => json(response, 200, lease));
    const { port } = await serve((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}${path}` });
      response.end();
    });
    const { requests } = requestsTo(`http://127.0.0.1:${port}`, {
      credentials: fixedCredentials({ authorization: 'Bearer t' }),
    });
    await expect(requests.get(signal)).rejects.toThrow('the server responded with 307');
    expect(elsewhere.asked).toEqual([]);
  });

  test.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['an object without metadata', '{}'],
  ])('a response that is %s is an error, reported once, and not a missing Lease', async (_what, body) => {
    const { port } = await serve((_request, response) => void response.end(body));
    const { requests, told } = requestsTo(`http://127.0.0.1:${port}`);
    await expect(requests.get(signal)).rejects.toThrow(`the response to GET ${path} is not a Lease`);
    expect(told).toEqual([200]);
  });

  test('whatever the response is, a request resolves with an object that has metadata, or rejects', async () => {
    let answer = { code: 200, body: '' };
    const { port } = await serve((_request, response) => {
      response.writeHead(answer.code);
      response.end(answer.body);
    });
    const { requests } = requestsTo(`http://127.0.0.1:${port}`);
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ metadata: fc.jsonValue() }).map((v) => JSON.stringify(v)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(200, 201, 301, 400, 500), body, async (code, text) => {
        answer = { code, body: text };
        const found = await requests.update(lease, signal).catch(() => 'an error');
        expect(found).toEqual((code < 300 && withMetadata(text)) || 'an error');
      }),
      { numRuns: 50 },
    );
  });
});

/** Parses a text as an object whose metadata is an object. */
function withMetadata(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as { metadata?: unknown } | null;
    const { metadata } = value ?? {};
    return metadata instanceof Object && !Array.isArray(metadata) ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

describe('a response that does not end', () => {
  const halfSent = (response: http.ServerResponse): void => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"metadata":');
  };

  test('because its connection broke is an error', async () => {
    const { port } = await serve((_request, response) => {
      halfSent(response);
      setImmediate(() => response.socket?.destroy());
    });
    const { requests, told } = requestsTo(`http://127.0.0.1:${port}`);
    await expect(requests.get(signal)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(told).toEqual(['ECONNRESET']);
  });

  test.each<[string, string, (response: http.ServerResponse) => void]>([
    ['before its head', 'http.server.request.start', () => undefined],
    // Published when the client has read the head of the response.
    ['in the middle of its body', 'http.client.response.finish', halfSent],
  ])('because it stops %s ends with the signal, and its connection with it', async (_where, moment, begin) => {
    const reason = new Error('no answer within 5 s');
    const end = new AbortController();
    const closed = Promise.withResolvers<void>();
    const stop = (): void => end.abort(reason);
    subscribe(moment, stop);
    open.defer(() => unsubscribe(moment, stop));
    const { port } = await serve((_request, response) => {
      response.on('close', closed.resolve);
      begin(response);
    });
    const { requests, told } = requestsTo(`http://127.0.0.1:${port}`);
    await expect(requests.get(end.signal)).rejects.toBe(reason);
    await closed.promise;
    expect(told).toEqual([reason.message]);
  });

  test('because it is endless is cut at a limit', async () => {
    const closed = Promise.withResolvers<void>();
    let written = 0;
    const { port } = await serve((_request, response) => {
      const chunk = 'x'.repeat(1 << 16);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', write);
      response.on('close', closed.resolve);
      write();
    });
    const { requests } = requestsTo(`http://127.0.0.1:${port}`);
    await expect(requests.get(signal)).rejects.toThrow(`the response to GET ${path} is not a Lease: it is too long`);
    await closed.promise;
    // The limit, and what is in the system's buffers.
    expect(written).toBeLessThan(64 << 20);
  });
});

describe('an aborted signal', () => {
  test('sends no request', async () => {
    const { port, asked } = await serve((_request, response) => json(response, 200, lease));
    const reason = new Error('it is over');
    await expect(requestsTo(`http://127.0.0.1:${port}`).requests.get(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });

  test('ends the wait for credentials that do not come', async () => {
    const end = new AbortController();
    const never = new Promise<never>(() => undefined);
    const credentials: CredentialSource = { current: () => never, refused: () => never };
    const { requests, told } = requestsTo('http://127.0.0.1:1', { credentials });
    const asked = requests.get(end.signal);
    const reason = new Error('no answer within 5 s');
    end.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(told).toEqual([reason.message]);
  });
});

describe('credentials that the server refuses', () => {
  const only = (token: string): ScriptedAnswer => {
    return ({ headers }, response) =>
      headers.authorization === `Bearer ${token}` ? json(response, 200, lease) : json(response, 401, {});
  };

  /** One token after the other; the next one only when the previous one was refused. */
  function renewing(...tokens: string[]): CredentialSource {
    let now = fixedCredentials({ authorization: `Bearer ${tokens.shift()}` }).current();
    return {
      current: () => now,
      refused: async () => {
        const next = tokens.shift();
        if (next !== undefined) now = fixedCredentials({ authorization: `Bearer ${next}` }).current();
        return next !== undefined;
      },
    };
  }

  test.each<[string, CredentialSource, (string | number)[], number | undefined]>([
    ['are replaced by others, which are sent at once', renewing('old', 'new'), ['old', 'new'], undefined],
    ['are sent once where there are no others', renewing('old'), ['old'], 401],
    ['are replaced once for a request', renewing('old', 'older', 'new'), ['old', 'older'], 401],
  ])('%s', async (_what, credentials, tokens, refusal) => {
    const { port, asked } = await serve(only('new'));
    const { requests, told } = requestsTo(`http://127.0.0.1:${port}`, { credentials });
    const answer = await requests.get(signal).catch((error: unknown) => error);
    expect(answer).toMatchObject(refusal === undefined ? lease : { status: { code: refusal } });
    expect(asked.map((line) => line.split(' ')[3])).toEqual(tokens);
    expect(told).toEqual([refusal ?? 200]);
  });
});
