import { createServer } from 'node:http';
import type { HttpResponse } from '@kb/apimachinery';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestHeaders, responseHeaders } from './headers-adapter.ts';

describe('the headers of a request', () => {
  test('are strings, without pseudo-headers and absent headers', () => {
    expect(
      requestHeaders({ ':path': '/a', accept: 'b', 'set-cookie': ['c=1', 'd=2'], warning: undefined, 'x-e': '' }),
    ).toEqual({ accept: 'b', 'set-cookie': 'c=1, d=2', 'x-e': '' });
  });

  test('never change the prototype of their object', () => {
    const received: Record<string, string> = JSON.parse('{"__proto__": "a", "constructor": "b"}') as Record<
      string,
      string
    >;
    const headers = requestHeaders(received);
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
    expect(Object.entries(headers)).toEqual([['constructor', 'b']]);
  });
});

describe('the headers of a response', () => {
  const response = (
    status: number,
    body: HttpResponse['body'],
    headers: HttpResponse['headers'] = {},
  ): HttpResponse => ({
    status,
    headers,
    body,
  });
  async function* streamed(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(3);
  }

  test.each<[string, HttpResponse, object]>([
    ['a complete body has a length', response(200, new Uint8Array(3)), { 'content-length': 3 }],
    ['so has an empty one', response(200, new Uint8Array()), { 'content-length': 0 }],
    ['204 has no body to measure', response(204, new Uint8Array()), {}],
    ['304 has no body to measure', response(304, new Uint8Array()), {}],
    ['a stream has no length', response(200, streamed()), {}],
  ])('%s', (_, given, want) => {
    expect(responseHeaders(given)).toEqual(want);
  });

  test('are copied, including repeated ones', () => {
    const headers = { warning: ['a', 'b'] as const, etag: 'c' };
    const head = responseHeaders(response(200, streamed(), headers));
    expect(head).toEqual(headers);
    expect(head).not.toBe(headers);
    expect(head.warning).not.toBe(headers.warning);
  });

  test('reach a client unchanged, and round-trip as headers of its request', async () => {
    const name = fc.stringMatching(/^x-[a-z]{1,8}$/);
    const value = fc.stringMatching(/^[!-~]{1,9}$/);
    const headers = fc.dictionary(name, fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })));
    let next: HttpResponse = response(200, new Uint8Array());
    const heard: Record<string, string>[] = [];
    const server = createServer((incoming, outgoing) => {
      heard.push(requestHeaders(incoming.headers));
      outgoing.writeHead(next.status, responseHeaders(next)).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      await fc.assert(
        fc.asyncProperty(headers, async (given) => {
          next = response(200, new Uint8Array(), given);
          const joined = Object.entries(given).map(([key, one]) => [key, [one].flat().join(', ')] as const);
          const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: joined.map(([key, one]) => [key, one]) });
          expect([...answer.headers]).toEqual(expect.arrayContaining(joined));
          expect(heard.at(-1)).toMatchObject(Object.fromEntries(joined));
        }),
        { numRuns: 50 },
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
