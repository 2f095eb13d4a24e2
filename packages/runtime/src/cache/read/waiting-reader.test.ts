import { createVirtualClock, type Transport } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { silentLogger } from '../../log/logger.ts';
import { createCache } from '../cache.ts';
import { CacheNotStartedError, NotCachedError } from './cache-errors.ts';
import type { WaitingReader } from './waiting-reader.ts';

function makeReader(): { readonly reader: WaitingReader; readonly requests: string[]; readonly run: () => () => void } {
  const requests: string[] = [];
  const transport: Transport = {
    send: ({ path }) => {
      requests.push(path);
      return new Promise(() => undefined);
    },
  };
  const clock = createVirtualClock();
  const client = createClient({ transport, clock });
  const cache = createCache({ client, clock, random: () => 0.5, log: silentLogger });
  const run = (): (() => void) => {
    const end = new AbortController();
    void cache.run(end.signal);
    return () => end.abort();
  };
  return { reader: cache.reader(), requests, run };
}

const first = <T>(items: AsyncIterable<T>): Promise<unknown> => items[Symbol.asyncIterator]().next();

const reads: readonly [string, (reader: WaitingReader, signal?: AbortSignal) => Promise<unknown>][] = [
  ['get', (reader, signal) => reader.get(configMaps, 'default/a', signal && { signal })],
  ['list', (reader, signal) => reader.list(configMaps, signal && { signal })],
  ['iterate', (reader, signal) => first(reader.iterate(configMaps, signal && { signal }))],
];

test.each(reads)('%s before the cache is started rejects, without a request', async (_name, read) => {
  const { reader, requests } = makeReader();
  await expect(read(reader)).rejects.toThrow(new CacheNotStartedError());
  expect(requests).toEqual([]);
});

test.each(reads)('%s of a resource that a started cache does not hold rejects', async (_name, read) => {
  const { reader, run } = makeReader();
  const end = run();
  await expect(read(reader)).rejects.toThrow(NotCachedError);
  end();
});

test.each(reads)('%s with an aborted signal rejects with its reason', async (_name, read) => {
  const { reader } = makeReader();
  const reason = new Error('not needed any more');
  await expect(read(reader, AbortSignal.abort(reason))).rejects.toBe(reason);
});
