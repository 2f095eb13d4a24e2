import { createApiServer } from '@kb/apiserver';
import { type Client, createClient, systemClock, systemRandom } from '@kb/client';
import { configMaps, namespaces } from '@kb/kubernetes/core/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { type CuttableProxy, startCuttableProxy } from '../test-support/cuttable-proxy.ts';
import { testFolder } from '../test-support/run-kb.ts';
import { watchCluster, type WatchClusterOptions } from './watch-cluster.ts';

interface Watch {
  readonly lines: string[];
  readonly told: string[];
  /** Resolves when this many lines have been printed. */
  readonly until: (count: number) => Promise<void>;
  /** Resolves when this many notices have been printed. */
  readonly untilTold: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Cluster {
  readonly client: Client;
  readonly proxy: CuttableProxy;
  readonly compact: () => void;
  readonly watch: (options?: Partial<WatchClusterOptions>) => Watch;
}

const toStop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).toReversed()) await stop();
});

/** Starts a server over HTTP, and writes a kubeconfig that connects to it through a proxy. */
async function startCluster(): Promise<Cluster> {
  const server = createApiServer({ clock: systemClock, random: systemRandom });
  const listener = await server.listen({ port: 0 });
  const proxy = await startCuttableProxy(listener.url);
  const folder = testFolder();
  folder.write('kubeconfig', listener.kubeconfig().replaceAll(listener.url, proxy.url));
  toStop.push(async () => {
    await proxy[Symbol.asyncDispose]();
    await listener.close();
    await server.stop();
    folder[Symbol.dispose]();
  });
  const client = createClient({ transport: server.transport, clock: systemClock });
  return {
    client,
    proxy,
    compact: () => server.compact(),
    watch: (options = {}) => {
      const lines: string[] = [];
      const told: string[] = [];
      const end = new AbortController();
      const running = watchCluster(
        {
          env: {},
          kubeconfig: `${folder.path}/kubeconfig`,
          context: undefined,
          resource: 'configmaps',
          namespace: undefined,
          labelSelector: undefined,
          fieldSelector: undefined,
          output: 'text',
          ...options,
        },
        {
          print: (text) => void lines.push(text),
          printError: (text) => void told.push(text),
          paint: (_colour, text) => text,
        },
        end.signal,
      );
      running.catch(() => undefined);
      const stop = async (): Promise<void> => {
        end.abort(new Error('the test is over'));
        await running;
      };
      toStop.push(() => stop().catch(() => undefined));
      const reaches = async (list: string[], count: number): Promise<void> => {
        const enough = async (): Promise<void> => {
          await expect.poll(() => list.length, { interval: 5 }).toBeGreaterThanOrEqual(count);
        };
        await Promise.race([enough(), running.then(() => Promise.reject(new Error(`it ended: ${lines.join()}`)))]);
      };
      return { lines, told, until: (count) => reaches(lines, count), untilTold: (count) => reaches(told, count), stop };
    },
  };
}

const make = (client: Client, name: string, namespace = 'default'): Promise<unknown> =>
  client.create(configMaps, { metadata: { name, namespace, labels: { name } }, data: {} });
const change = (client: Client, name: string, value: string): Promise<unknown> =>
  client.patch(configMaps, `default/${name}`, { type: 'merge', value: { data: { value } } });
const remove = (client: Client, name: string): Promise<unknown> => client.delete(configMaps, `default/${name}`);

/** The printed lines, without those for objects that the server creates itself. */
const own = (lines: readonly string[]): string[] => lines.filter((line) => !line.includes('kube-root-ca.crt'));

describe('kb watch', () => {
  test('prints the objects and the events, and ends with the signal', async () => {
    const { client, watch } = await startCluster();
    await make(client, 'one');
    const { lines, told, until, stop } = watch({ labelSelector: 'name' });
    await until(1);
    await make(client, 'two');
    await change(client, 'two', 'x');
    await remove(client, 'one');
    await until(4);
    expect(lines).toEqual([
      'ConfigMap added: default/one',
      'ConfigMap added: default/two',
      'ConfigMap modified: default/two',
      'ConfigMap deleted: default/one',
    ]);
    await stop();
    expect(told).toEqual([]);
  });

  test('resumes after the last event after a cut, and prints the difference if the server has forgotten that event', async () => {
    const { client, proxy, compact, watch } = await startCluster();
    for (const name of ['a', 'b', 'c']) await make(client, name);
    const { lines, told, until, untilTold } = watch({ labelSelector: 'name' });
    await until(3);
    await change(client, 'a', '0');
    await until(4);
    lines.length = 0;

    // Cut, and restored at once: prints every event.
    proxy.cut();
    await change(client, 'a', '1');
    await change(client, 'a', '2');
    await remove(client, 'b');
    await make(client, 'b');
    await until(4);
    expect(lines.splice(0)).toEqual([
      'ConfigMap modified: default/a',
      'ConfigMap modified: default/a',
      'ConfigMap deleted: default/b',
      'ConfigMap added: default/b',
    ]);

    // Cut for a while, and the server forgets: prints the difference. An object that was deleted and created again is
    // both.
    told.length = 0;
    await proxy.shut();
    await untilTold(1);
    await change(client, 'a', '3');
    await change(client, 'a', '4');
    await remove(client, 'b');
    await make(client, 'b');
    await remove(client, 'c');
    await make(client, 'd');
    compact();
    await proxy.open();
    await until(5);
    expect(lines.toSorted()).toEqual([
      'ConfigMap added: default/b',
      'ConfigMap added: default/d',
      'ConfigMap deleted: default/b',
      'ConfigMap deleted: default/c',
      'ConfigMap modified: default/a',
    ]);
    expect(lines.indexOf('ConfigMap deleted: default/b')).toBeLessThan(lines.indexOf('ConfigMap added: default/b'));
    expect(told).toEqual([
      expect.stringMatching(/^watch: disconnected: nothing listens at http:.*; trying again/),
      'watch: connected again',
    ]);
    // It resumes.
    await change(client, 'd', 'x');
    await until(6);
    expect(lines.at(-1)).toBe('ConfigMap modified: default/d');
  });

  test('watches the given namespace, or all, and what the selectors select', async () => {
    const { client, watch } = await startCluster();
    await client.create(namespaces, { metadata: { name: 'other' } });
    await make(client, 'one');
    await make(client, 'one', 'other');
    await make(client, 'two', 'other');
    const other = watch({ namespace: 'other', labelSelector: 'name' });
    const all = watch({ namespace: '', labelSelector: 'name=one', resource: 'cm' });
    const field = watch({ namespace: '', fieldSelector: 'metadata.name=two', resource: 'configmap.v1.' });
    const clusterScoped = watch({ resource: 'ns', fieldSelector: 'metadata.name=other' });
    await Promise.all([other.until(2), all.until(2), field.until(1), clusterScoped.until(1)]);
    expect(own(other.lines).toSorted()).toEqual(['ConfigMap added: other/one', 'ConfigMap added: other/two']);
    expect(all.lines.toSorted()).toEqual(['ConfigMap added: default/one', 'ConfigMap added: other/one']);
    expect(field.lines).toEqual(['ConfigMap added: other/two']);
    expect(clusterScoped.lines).toEqual(['Namespace added: other']);
  });

  test('prints whole objects as JSON', async () => {
    const { client, watch } = await startCluster();
    await make(client, 'one');
    const { lines, until } = watch({ output: 'json', labelSelector: 'name' });
    await until(1);
    const object = await client.get(configMaps, 'default/one');
    expect(JSON.parse(lines[0] ?? '')).toEqual({ type: 'ADDED', object });
  });

  test.each([
    [{ resource: 'widgets' }, 'KB_UNKNOWN_RESOURCE', 'the server has no resource "widgets"'],
    [{ resource: 'bindings' }, 'KB_RESOURCE_NOT_WATCHABLE', '"bindings" cannot be watched'],
    [{ labelSelector: '!!' }, 'KB_WRONG_FLAGS', '--selector "!!"'],
    [{ fieldSelector: 'a' }, 'KB_WRONG_FLAGS', '--field-selector "a"'],
    [{ fieldSelector: 'data.x=1' }, 'KB_WATCH_REFUSED', 'does not allow watching "configmaps"'],
    [{ context: 'nowhere' }, 'KB_KUBECONFIG_UNKNOWN_CONTEXT', 'no context "nowhere"'],
  ])('reports what is wrong with %j', async (options, code, words) => {
    const { watch } = await startCluster();
    const { stop, until } = watch(options);
    await expect(until(1)).rejects.toMatchObject({ code, message: expect.stringContaining(words) as string });
    await expect(stop()).rejects.toThrow(words);
  });
});
