import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, openLoad } from '../../api-server/load.ts';
import type { CrowdedSizes } from './crowded-sizes.ts';
import { CONFIG_MAPS, configMap, CUSTOM_KINDS, customObject, definition, KINDS_GROUP, nameOf } from './objects.ts';
import { type CrowdedServer, startCrowdedServer } from '../server/crowded-server.ts';
import type { Probed } from '../threads/prober-protocol.ts';
import { startThread, type Thread } from '../threads/ask-thread.ts';
import type { WatchersAnswer, WatchersQuestion } from '../threads/watchers-protocol.ts';

/** A server with many objects, definitions and watchers, and the clients that send it requests. */
export interface Crowd {
  readonly sizes: CrowdedSizes;
  readonly server: CrowdedServer;
  readonly load: Load;
  readonly prober: Thread<'take', Probed>;
  /** Opens watches of paths, as a named group. Resolves with a function that closes them. */
  watch(group: string, paths: readonly string[]): Promise<() => Promise<void>>;
  /** Returns how many events a group of watches has received. */
  events(group: string): Promise<number>;
  /** Returns the current resource version of the ConfigMaps. */
  revision(): Promise<string>;
  create(path: string, body: object): Promise<string>;
  stop(): Promise<void>;
}

/** The ConfigMaps that most watchers watch: those of one namespace. */
export const SHARED = '/api/v1/namespaces/shared/configmaps';
/** The group of the watches of {@link SHARED}. */
export const SHARED_WATCHERS = 'shared';
export const NAMESPACES = '/api/v1/namespaces';
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const CONNECTIONS = 16;
/** The number of namespaces that hold the objects. */
const CROWDED_NAMESPACES = 20;
/** How many watches cover the ConfigMaps of all namespaces, as those of operators do. */
const WATCHERS_OF_ALL = 5;

/** Starts a server and fills it. */
export async function startCrowd(launcher: string, sizes: CrowdedSizes): Promise<Crowd> {
  const server = await startCrowdedServer(launcher);
  const { url, ca, headers } = server;
  const load = openLoad(server, CONNECTIONS);
  const access = { url, ca, headers };
  const watchers = startThread<WatchersQuestion, WatchersAnswer>(
    new URL('../threads/watchers.ts', import.meta.url),
    access,
  );
  const prober = startThread<'take', Probed>(new URL('../threads/prober.ts', import.meta.url), access);
  const crowd: Crowd = {
    sizes,
    server,
    load,
    prober,
    watch: async (group, paths) => {
      await watchers.ask({ type: 'open', group, paths });
      return async () => void (await watchers.ask({ type: 'close', group }));
    },
    events: async (group) => (await watchers.ask({ type: 'count', group })).events,
    revision: async () => {
      const text = await load.request({ method: 'GET', path: `${CONFIG_MAPS}?limit=1` });
      return JSON.parse(text).metadata.resourceVersion;
    },
    create: (path, body) => load.request({ method: 'POST', path, body: JSON.stringify(body) }),
    stop: async () => {
      await prober.stop();
      await watchers.stop();
      await load.close();
      await server.stop();
    },
  };
  try {
    await fill(crowd);
    return crowd;
  } catch (error) {
    await crowd.stop();
    throw error;
  }
}

async function fill(crowd: Crowd): Promise<void> {
  const { sizes, load } = crowd;
  await load.run(sizes.definitions, (index) => post(DEFINITIONS, definition(KINDS_GROUP, index)));
  await untilServed(crowd, kindPath(sizes.definitions - 1));
  await crowd.create(NAMESPACES, { metadata: { name: 'shared' } });
  await load.run(CROWDED_NAMESPACES, (index) => post(NAMESPACES, { metadata: { name: crowdedNamespace(index) } }));
  await load.run(sizes.configMaps, (index) =>
    post(`${NAMESPACES}/${crowdedNamespace(index)}/configmaps`, configMap(index)),
  );
  await load.run(sizes.secrets, (index) => {
    const { metadata, data } = configMap(index);
    return post(`${NAMESPACES}/${crowdedNamespace(index)}/secrets`, { metadata, stringData: data });
  });
  const kinds = Math.min(CUSTOM_KINDS, sizes.definitions);
  await load.run(sizes.customObjects, (index) => {
    const kind = index % kinds;
    return post(customPath(kind, crowdedNamespace(Math.floor(index / kinds))), customObject(KINDS_GROUP, kind, index));
  });
  await crowd.create(SHARED, configMap(0));
  const from = `watch=1&timeoutSeconds=36000&allowWatchBookmarks=true&resourceVersion=${await crowd.revision()}`;
  await crowd.watch(
    SHARED_WATCHERS,
    Array.from({ length: sizes.watchers }, () => `${SHARED}?${from}`),
  );
  await crowd.watch(
    'kinds',
    Array.from({ length: sizes.definitions }, (_, index) => `${kindPath(index)}?${from}`),
  );
  await crowd.watch(
    'all',
    Array.from({ length: WATCHERS_OF_ALL }, () => `${CONFIG_MAPS}?${from}`),
  );
}

export const post = (path: string, body: object): { method: 'POST'; path: string; body: string } => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

/** Returns the namespace of the object with this number. */
const crowdedNamespace = (index: number): string => `crowd-${index % CROWDED_NAMESPACES}`;

/** Returns the path of all objects of a kind. */
export const kindPath = (kind: number, group = KINDS_GROUP): string => `/apis/${group}/v1/thing${kind}s`;

/** Returns the path of the objects of a kind in a namespace. */
export const customPath = (kind: number, namespace: string, group = KINDS_GROUP): string =>
  `/apis/${group}/v1/namespaces/${namespace}/thing${kind}s`;

/** The path of the first ConfigMap. */
export const FIRST_CONFIG_MAP = `${NAMESPACES}/${crowdedNamespace(0)}/configmaps/${nameOf(0)}`;

/** Waits until a path is served: a kind is served a moment after its definition is accepted. */
export async function untilServed({ load }: Pick<Crowd, 'load'>, path: string): Promise<void> {
  await until(async () => {
    try {
      await load.request({ method: 'GET', path: `${path}?limit=1` });
      return true;
    } catch {
      return false;
    }
  });
}

/** How long to wait before asking again, in milliseconds. */
const ASK_AGAIN_MS = 100;
const LONGEST_MS = 300_000;

/** Waits until a condition holds. Throws after five minutes. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('the condition did not hold within five minutes');
    await sleep(ASK_AGAIN_MS);
  }
}
