import type { ServerResponse } from 'node:http';
import { defineResource, isExpired, type KubernetesObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import type { WatchEvent } from '../../client.ts';
import type { WatchOptions } from '../../call-options.ts';
import { sendJson } from '../../test-support/start-test-server.ts';
import { startTestClient, type TestClient } from '../../test-support/test-client.ts';

const pods = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
});
const pod = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'n', resourceVersion: '1' },
});

const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;

/** Sends separate chunks. */
async function write(response: ServerResponse, ...pieces: (string | Uint8Array)[]): Promise<void> {
  for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));
}

async function collect(test: TestClient, options?: WatchOptions): Promise<WatchEvent<KubernetesObject>[]> {
  const events: WatchEvent<KubernetesObject>[] = [];
  for await (const event of test.client.watch(pods, options)) events.push(event);
  return events;
}

describe('watch', () => {
  test('sends nothing until it is iterated, then sends the options as parameters', async () => {
    const test = await startTestClient((_request, response) => void response.end());
    const watch = test.client.watch(pods, {
      namespace: 'n',
      labelSelector: 'a=b',
      resourceVersion: '5',
      allowWatchBookmarks: true,
      timeoutSeconds: 60,
    });
    expect(test.server.seen).toEqual([]);
    for await (const _event of watch);
    expect(test.server.seen[0]?.url).toBe(
      '/api/v1/namespaces/n/pods?labelSelector=a%3Db&resourceVersion=5&timeoutSeconds=60&watch=true&allowWatchBookmarks=true',
    );
  });

  test.each(['\r\n', '\n', ' \t\r\n', '\n\r\n\n'])('ignores the blank line %j anywhere', async (blank) => {
    const test = await startTestClient(async (_request, response) => {
      response.writeHead(200);
      await write(response, blank, line('ADDED', pod('a')).replace('\n', '\r\n'), blank.slice(0, 1), blank.slice(1));
      await write(response, line('MODIFIED', pod('a')), blank.trimEnd() === '' ? blank.replace(/\n$/, '') : blank);
      response.end();
    });
    expect((await collect(test)).map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED']);
  });

  test('calls onOpen before any event, and not if the request fails', async () => {
    const said: string[] = [];
    const onOpen = (): void => void said.push('open');
    const test = await startTestClient(
      (_request, response) => void response.writeHead(200).end(line('ADDED', pod('a'))),
    );
    for await (const event of test.client.watch(pods, { onOpen })) said.push(event.type);
    expect(said).toEqual(['open', 'ADDED']);
    const refusing = await startTestClient((_request, response) => void response.writeHead(403).end());
    await expect(collect(refusing, { onOpen })).rejects.toMatchObject({ name: 'StatusError' });
    expect(said).toHaveLength(2);
  });

  test('yields every event, including bookmarks, and ends when the server ends it', async () => {
    const bookmark = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } },
    };
    const test = await startTestClient(async (_request, response) => {
      await write(
        response,
        line('ADDED', pod('ä')) + line('MODIFIED', pod('b')).slice(0, 20),
        line('MODIFIED', pod('b')).slice(20),
      );
      await write(response, '\n', line('DELETED', pod('c')), line('BOOKMARK', bookmark));
      response.end();
    });
    expect(await collect(test)).toEqual([
      { type: 'ADDED', object: pod('ä') },
      { type: 'MODIFIED', object: pod('b') },
      { type: 'DELETED', object: pod('c') },
      { type: 'BOOKMARK', object: bookmark },
    ]);
  });

  test('yields events as they arrive', async () => {
    let response: ServerResponse | undefined;
    const test = await startTestClient(async (_request, opened) => {
      response = opened;
      await write(opened, line('ADDED', pod('a')));
    });
    const events = test.client.watch(pods)[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ type: 'ADDED' });
    const next = events.next();
    response?.write(line('DELETED', pod('a')));
    expect((await next).value).toMatchObject({ type: 'DELETED' });
    const last = events.next();
    response?.end();
    expect(await last).toEqual({ done: true, value: undefined });
  });

  test('yields the events of one chunk together, and then throws the error that ends it', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => line('ADDED', pod(name)));
    const test = await startTestClient(async (_request, response) => {
      await write(response, `${a}${b}${c?.slice(0, 9)}`);
      // Waits until the first chunk was read, or both would be merged.
      await first;
      await write(response, `${c?.slice(9)}garbage\n`);
    });
    let read = (): void => undefined;
    const first = new Promise<void>((resolve) => (read = resolve));
    const batches: string[][] = [];
    const all = (async () => {
      for await (const batch of test.client.watch(pods).batches()) {
        batches.push(batch.map(({ object }) => ('name' in object.metadata ? object.metadata.name : '')));
        read();
      }
    })();
    await expect(all).rejects.toMatchObject({ code: 'KB_UNEXPECTED_RESPONSE' });
    expect(batches).toEqual([['a', 'b'], ['c']]);
  });

  test('loses no event of a chunk with concurrent calls of next', async () => {
    const test = await startTestClient(
      (_request, response) => void response.end(['a', 'b', 'c'].map((name) => line('ADDED', pod(name))).join('')),
    );
    const events = test.client.watch(pods)[Symbol.asyncIterator]();
    const results = await Promise.all(Array.from({ length: 4 }, () => events.next()));
    expect(results.map(({ value }) => value?.object.metadata.name)).toEqual(['a', 'b', 'c', undefined]);
  });

  test('accepts a last event without a line end', async () => {
    const test = await startTestClient((_request, response) => void response.end(line('ADDED', pod('a')).trim()));
    expect(await collect(test)).toHaveLength(1);
  });

  test('can be iterated twice: two requests', async () => {
    const test = await startTestClient((_request, response) => void response.end(line('ADDED', pod('a'))));
    const watch = test.client.watch(pods);
    for await (const _event of watch);
    for await (const _event of watch);
    expect(test.server.seen).toHaveLength(2);
  });
});

describe('a watch ends with', () => {
  test('an ERROR event: a StatusError', async () => {
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'too old',
      reason: 'Expired',
      code: 410,
    };
    const test = await startTestClient(
      (_request, response) => void response.end(line('ADDED', pod('a')) + line('ERROR', status)),
    );
    const error: unknown = await collect(test).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'StatusError', message: 'too old', status });
    expect(isExpired(error)).toBe(true);
  });

  test('an answer that is not a success', async () => {
    const test = await startTestClient((_request, response) =>
      sendJson(response, 403, { kind: 'Status', status: 'Failure', reason: 'Forbidden', message: 'no' }),
    );
    await expect(collect(test)).rejects.toMatchObject({ status: { reason: 'Forbidden', code: 403 } });
  });

  test.each([
    ['no JSON', 'garbage\n', 'a line that is not JSON'],
    ['no event', '{"a":1}\n', 'not a watch event'],
    ['an event without an object', '{"type":"ADDED"}\n', 'not a watch event'],
    ['an unknown event', line('RENAMED', pod('a')), 'unknown type "RENAMED"'],
  ])('%s', async (_what, text, message) => {
    const test = await startTestClient((_request, response) => void response.write(text));
    const failed = collect(test);
    await expect(failed).rejects.toMatchObject({ code: 'KB_UNEXPECTED_RESPONSE' });
    await expect(failed).rejects.toThrow(message);
    await test.server.untilCut(1);
  });

  test('a connection that is cut, in the middle of an event or between two', async () => {
    const test = await startTestClient(async (_request, response, index) => {
      if (index === 0) response.end('{"type":"ADD');
      else await write(response, line('ADDED', pod('a'))).then(() => response.destroy());
    });
    await expect(collect(test)).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
    await expect(collect(test)).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
  });

  test('its signal, before the headers and between events, with the reason', async () => {
    const reason = new Error('enough');
    const controllers = [new AbortController(), new AbortController()];
    const test = await startTestClient(async (_request, response, index) => {
      if (index === 1) await write(response, line('ADDED', pod('a')));
      setImmediate(() => controllers[index]?.abort(reason));
    });
    for (const { signal } of controllers) await expect(collect(test, { signal })).rejects.toBe(reason);
    await test.server.untilCut(2);
  });

  test('leaving the loop', async () => {
    const test = await startTestClient((_request, response) => write(response, line('ADDED', pod('a'))));
    for await (const _event of test.client.watch(pods)) break;
    await test.server.untilCut(1);
    expect(test.server.cut).toHaveLength(1);
  });

  test('leaving it while it waits, without waiting for the next event', async () => {
    const test = await startTestClient((_request, response) => write(response, line('ADDED', pod('a'))));
    const events = test.client.watch(pods)[Symbol.asyncIterator]();
    await events.next();
    const waiting = events.next();
    expect(await events.return?.()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    await test.server.untilCut(1);
  });
});
