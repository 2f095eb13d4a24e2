import { createVirtualClock, type HttpBody, type HttpRequest, type Transport } from '@kb/apimachinery';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, describe, expect, it } from 'vitest';
import { createApiServer } from '@kb/apiserver';
import { createApiClient } from './api-client.ts';
import { type Informer, startInformer } from './informer.ts';
import { createTaskGroup } from './task-group.ts';

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function start(intercept: (transport: Transport) => Transport = (it) => it, metadataOnly = false) {
  const clock = createVirtualClock();
  const server = createApiServer({ clock });
  const ended = new AbortController();
  const { signal } = ended;
  const failures: unknown[] = [];
  const tasks = createTaskGroup((error) => failures.push(error));
  const client = createApiClient({ transport: server.transport, signal, fieldManager: 'test' });
  const informer: Informer<ConfigMap> = startInformer({
    client: createApiClient({ transport: intercept(server.transport), signal, fieldManager: 'test' }),
    clock,
    random: () => 0,
    resource: configMaps,
    metadataOnly,
    signal,
    onError: (error) => failures.push(error),
    spawn: tasks.spawn,
  });
  ends.push(async () => {
    ended.abort();
    await tasks.idle();
    await server.stop();
  });
  const changes: string[] = [];
  informer.subscribe(({ before, after }) => {
    changes.push(
      `${before?.metadata.name ?? '-'}:${before?.data?.['v'] ?? ''} > ${after?.metadata.name ?? '-'}:${after?.data?.['v'] ?? ''}`,
    );
  });
  const create = (name: string, v = '1'): Promise<ConfigMap> =>
    client.create(configMaps, { metadata: key(name), data: { v } });
  return { clock, server, client, informer, changes, failures, create };
}

const key = (name: string) => ({ namespace: 'default', name });

describe('startInformer', () => {
  it('tells of what is there, and of every change', async () => {
    const { clock, informer, client, changes, create } = await start();
    await create('a');
    await informer.synced;
    await create('b');
    await client.patch(configMaps, key('a'), { data: { v: '2' } });
    await client.delete(configMaps, key('b'));
    await clock.settle();
    expect(changes).toEqual(['-: > a:1', '-: > b:1', 'a:1 > a:2', 'b:1 > -:']);
    expect([...informer.list()].map(({ kind, apiVersion, data }) => [apiVersion, kind, data])).toEqual([
      ['v1', 'ConfigMap', { v: '2' }],
    ]);
    const late: string[] = [];
    informer.subscribe(({ after }) => late.push(after?.metadata.name ?? ''));
    expect(late).toEqual(['a']);
  });

  it('knows metadata alone, under the kind of the objects', async () => {
    const { clock, informer, create } = await start((it) => it, true);
    await create('a');
    await informer.synced;
    await create('b');
    await clock.settle();
    expect([...informer.list()].map(({ kind, data, metadata }) => [kind, data, metadata.name])).toEqual([
      ['ConfigMap', undefined, 'a'],
      ['ConfigMap', undefined, 'b'],
    ]);
  });

  it('lists again when the server has forgotten where it was, and tells of what went in between', async () => {
    let cut: AbortController | undefined;
    const { clock, server, client, informer, changes, create } = await start((transport) => ({
      send: async (request, signal) => {
        cut = isWatch(request) ? new AbortController() : cut;
        return await transport.send(
          request,
          isWatch(request) && signal && cut ? AbortSignal.any([signal, cut.signal]) : signal,
        );
      },
    }));
    await create('stays');
    const gone = await create('goes');
    await informer.synced;
    await clock.settle();
    cut?.abort(new Error('cut'));
    await client.delete(configMaps, gone.metadata);
    await create('goes', '2');
    await create('comes');
    server.compact();
    await clock.advance(5000);
    expect(changes.slice(2)).toEqual(['-: > comes:1', 'goes:1 > -:', '-: > goes:2']);
    await create('later');
    await clock.settle();
    expect(changes.at(-1)).toBe('-: > later:1');
  });

  it('goes on watching from where it was when a watch ends, without listing again', async () => {
    const requests: string[] = [];
    let watches = 0;
    const { clock, informer, changes, create } = await start((transport) => ({
      send: async (request, signal) => {
        requests.push(isWatch(request) ? 'watch' : 'list');
        const response = await transport.send(request, signal);
        if (!isWatch(request) || response.body instanceof Uint8Array) return response;
        watches += 1;
        return watches === 1 ? { ...response, body: new Uint8Array() } : response;
      },
    }));
    await informer.synced;
    await create('a');
    await clock.advance(1000);
    expect([requests, changes]).toEqual([['list', 'watch', 'watch'], ['-: > a:1']]);
  });

  it('waits longer and longer for a server that does not answer', async () => {
    let attempts = 0;
    const { clock, failures } = await start(() => ({
      send: () => {
        attempts += 1;
        return Promise.reject(new Error('connection refused'));
      },
    }));
    const times: number[] = [];
    while (times.length < 12) {
      const before = attempts;
      await clock.runUntil(() => attempts > before);
      times.push(clock.now());
    }
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits.slice(0, 4)).toEqual([400, 800, 1600, 3200]);
    expect(Math.max(...waits)).toBe(30_000);
    expect(failures).toHaveLength(attempts);
  });

  describe('observe', () => {
    it('shows a write at once, and tells of it once', async () => {
      const { clock, informer, changes, create } = await start();
      await informer.synced;
      const made = await create('a');
      informer.observe(made);
      expect(informer.get(key('a'))?.data).toEqual({ v: '1' });
      await clock.settle();
      expect(changes).toEqual(['-: > a:1']);
    });

    it('does not bring back what the watch has told the end of', async () => {
      const { clock, client, informer, changes, create } = await start();
      await informer.synced;
      const made = await create('a');
      await client.delete(configMaps, made.metadata);
      await clock.settle();
      informer.observe(made);
      expect(informer.get(key('a'))).toBeUndefined();
      expect(changes).toEqual(['-: > a:1', 'a:1 > -:']);
    });

    it('does not go back to an older version', async () => {
      const { clock, client, informer, create } = await start();
      await informer.synced;
      const made = await create('a');
      await client.patch(configMaps, key('a'), { data: { v: '2' } });
      await clock.settle();
      informer.observe(made);
      expect(informer.get(key('a'))?.data).toEqual({ v: '2' });
    });

    it('buries what a delete removed, until the watch has told so too', async () => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { clock, client, informer, changes, create } = await start((transport) => ({
        send: async (request, signal) => {
          const response = await transport.send(request, signal);
          return isWatch(request) ? { ...response, body: afterwards(released, response.body) } : response;
        },
      }));
      await informer.synced;
      const made = await create('a');
      informer.observe(made);
      await client.patch(configMaps, key('a'), { data: { v: '2' } });
      await client.delete(configMaps, made.metadata);
      informer.observeDeletion(made);
      expect(informer.get(key('a'))).toBeUndefined();
      release();
      await clock.settle();
      // Nothing of the version that the watch still had to tell.
      expect(changes).toEqual(['-: > a:1', 'a:1 > -:']);
      await create('a', '3');
      await clock.settle();
      expect(informer.get(key('a'))?.data).toEqual({ v: '3' });
    });
  });
});

async function* afterwards(gate: Promise<void>, body: HttpBody): AsyncGenerator<Uint8Array> {
  await gate;
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}

const isWatch = ({ path }: HttpRequest): boolean => path.includes('watch=true');
