import type { Load, LoadRequest } from './load.ts';

/** How long something took. */
export interface Timing {
  readonly unit: 'µs' | 'ms';
  readonly value: number;
}

/** The time of each measured part, by name. For requests: the total time divided by their number. */
export type Timings = ReadonlyMap<string, Timing>;

/** How many objects exist before the deletions. */
export const OBJECTS = 10_000;
const READS = 4000;
const WRITES = 2000;
const LISTS = 5;
const WATCHERS = 100;
const WATCHED_EVENTS = 100;

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

/** Returns a ConfigMap that takes about 1.3 KB when stored. */
const configMap = (index: number, text: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: nameOf(index), labels: { app: `app-${index % 100}` } },
    data: { text, filler: 'x'.repeat(900) },
  });

const nameOf = (index: number): string => `c-${String(index).padStart(5, '0')}`;

const deployment = (index: number, image: string): string =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: `d-${index}`, labels: { app: `d-${index}` } },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: `d-${index}` } },
      template: {
        metadata: { labels: { app: `d-${index}` } },
        spec: {
          containers: [{ name: 'main', image, ports: [{ containerPort: 80 }], env: [{ name: 'A', value: '1' }] }],
        },
      },
    },
  });

const applyRequest = (index: number, image: string): LoadRequest => ({
  method: 'PATCH',
  path: `${DEPLOYMENTS}/d-${index}?fieldManager=bench&force=true`,
  body: deployment(index, image),
  contentType: 'application/apply-patch+yaml',
});

/** Runs all measured requests against one server, in an order in which each part finds the objects that it needs. */
export async function playWorkload(load: Load): Promise<Timings> {
  const timings = new Map<string, Timing>();
  const each = (name: string, took: number, count: number): void => {
    timings.set(name, { unit: 'µs', value: (took / count) * 1000 });
  };
  const created = await load.run(OBJECTS, (index) => ({
    method: 'POST',
    path: CONFIG_MAPS,
    body: configMap(index, 'a'),
  }));
  each('create', created, OBJECTS);
  const read = await load.run(READS, (index) => ({
    method: 'GET',
    path: `${CONFIG_MAPS}/${nameOf((index * 7) % OBJECTS)}`,
  }));
  each('get', read, READS);
  const updated = await load.run(WRITES, (index) => ({
    method: 'PUT',
    path: `${CONFIG_MAPS}/${nameOf(index)}`,
    body: configMap(index, 'b'),
  }));
  each('update', updated, WRITES);
  const applied = await load.run(WRITES, (index) => applyRequest(index % 200, `image:${Math.floor(index / 200)}`));
  each('apply of a Deployment', applied, WRITES);
  const patched = await load.run(WRITES, (index) => ({
    method: 'PATCH',
    path: `${CONFIG_MAPS}/${nameOf(WRITES + index)}`,
    body: JSON.stringify({ data: { text: 'c' } }),
    contentType: 'application/merge-patch+json',
  }));
  each('merge patch', patched, WRITES);
  timings.set(`list of ${OBJECTS}`, { unit: 'ms', value: await listing(load) });
  timings.set(`${WATCHED_EVENTS} events to ${WATCHERS} watchers`, { unit: 'ms', value: await fanOut(load) });
  const deleted = await load.run(WRITES, (index) => ({
    method: 'DELETE',
    path: `${CONFIG_MAPS}/${nameOf(OBJECTS - 1 - index)}`,
  }));
  each('delete', deleted, WRITES);
  return timings;
}

async function listing(load: Load): Promise<number> {
  const started = performance.now();
  for (let run = 0; run < LISTS; run += 1) {
    const text = await load.request({ method: 'GET', path: CONFIG_MAPS });
    if (!text.startsWith('{"kind":"ConfigMapList"')) throw new Error('the response is not a list');
  }
  return (performance.now() - started) / LISTS;
}

/** Measures from the first write until every watcher has received every event, in milliseconds. */
async function fanOut(load: Load): Promise<number> {
  const { metadata } = JSON.parse(await load.request({ method: 'GET', path: `${CONFIG_MAPS}?limit=1` })) as {
    metadata: { resourceVersion: string };
  };
  let arrived = 0;
  let done = (): void => undefined;
  const all = new Promise<void>((resolve) => (done = resolve));
  const onFrames = (count: number): void => {
    arrived += count;
    if (arrived === WATCHERS * WATCHED_EVENTS) done();
  };
  const path = `${CONFIG_MAPS}?watch=1&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=120`;
  const stops = await Promise.all(Array.from({ length: WATCHERS }, () => load.watch(path, onFrames)));
  const started = performance.now();
  await load.run(WATCHED_EVENTS, (index) => ({
    method: 'PUT',
    path: `${CONFIG_MAPS}/${nameOf(index)}`,
    body: configMap(index, `watched-${started}`),
  }));
  await all;
  const took = performance.now() - started;
  for (const stop of stops) stop();
  return took;
}
