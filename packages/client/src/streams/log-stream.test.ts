import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordingClient } from '../test-support/recording-transport.ts';
import { sendJson } from '../test-support/start-test-server.ts';
import { startTestClient } from '../test-support/test-client.ts';
import { linesOf } from './log-stream.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('logs', () => {
  test('sends the options', async () => {
    const { client, requests } = recordingClient(() => 'a\nb');
    const options = {
      container: 'app',
      follow: true,
      tailLines: 5,
      sinceTime: '2026-01-02T03:04:05Z',
      previous: true,
      timestamps: true,
      limitBytes: 100,
    };
    expect(await collect(client.logs('shop/web', options))).toEqual(['a', 'b']);
    expect(requests).toMatchObject([
      {
        path: '/api/v1/namespaces/shop/pods/web/log',
        query: {
          container: 'app',
          follow: 'true',
          tailLines: '5',
          sinceTime: '2026-01-02T03:04:05Z',
          previous: 'true',
          timestamps: 'true',
          limitBytes: '100',
        },
      },
    ]);
  });

  test('is text, lines or bytes, each by a request of its own', async () => {
    const { client, requests } = recordingClient(() => 'ä\n\nb\n');
    const log = client.logs('shop/web', { tailLines: 0 });
    expect(requests).toEqual([]);
    expect(await log.text()).toBe('ä\n\nb\n');
    expect(await collect(log)).toEqual(['ä', '', 'b']);
    expect(Buffer.concat(await collect(log.bytes())).toString()).toBe('ä\n\nb\n');
    expect(requests.map(({ query }) => query)).toEqual([{ tailLines: '0' }, { tailLines: '0' }, { tailLines: '0' }]);
  });

  test('yields lines as they arrive, and leaving the loop ends the request', async () => {
    const { client, server } = await startTestClient((_request, response) => {
      response.write('one\ntw');
    });
    for await (const line of client.logs('shop/web', { follow: true })) {
      expect(line).toBe('one');
      break;
    }
    await server.untilCut(1);
  });

  test('rejects with the reason of the signal', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    const { client, server } = await startTestClient((_request, response) => {
      response.write('one\n');
    });
    const read = async (): Promise<void> => {
      for await (const _line of client.logs('shop/web', { follow: true, signal: abort.signal })) abort.abort(reason);
    };
    await expect(read()).rejects.toBe(reason);
    await server.untilCut(1);
  });

  test('rejects with the Status of the server', async () => {
    const { client } = await startTestClient((_request, response) =>
      sendJson(response, 400, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'BadRequest', code: 400 }),
    );
    await expect(client.logs('shop/web').text()).rejects.toMatchObject({ status: { reason: 'BadRequest' } });
  });
});

describe('lines', () => {
  async function* chunksOf(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }

  test('are those of the whole text, wherever chunks end', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', 'ü', '😀', '\r'), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 8 }), async (whole, size) => {
        const expected = whole.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(await collect(linesOf(chunksOf(Buffer.from(whole), size)))).toEqual(expected);
      }),
    );
  });

  test('that are too long come in pieces', async () => {
    const long = Buffer.from('x'.repeat((1 << 20) + 100));
    const lines = await collect(linesOf(chunksOf(long, 64 << 10)));
    expect(lines.map(({ length }) => length)).toEqual([1 << 20, 100]);
  });
});
