import { type Crowd, FIRST_CONFIG_MAP, SHARED, SHARED_WATCHERS, until } from '../crowd/crowd.ts';
import { CONFIG_MAPS, configMap, nameOf } from '../crowd/objects.ts';
import type { BulkWork } from './bulk-work.ts';

const NEWLINE = 10;
/** How many updates all watchers receive. */
const FAN_OUTS = 20;

/** Watches with many initial events, and events to many watchers. */
export const watches: readonly BulkWork[] = [
  {
    name: 'watch with initial events',
    repeatable: true,
    run: async ({ load, sizes }) => {
      const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      const events = newlines();
      await load.read(`${CONFIG_MAPS}?${query}`, { until: (piece) => events.add(piece) > sizes.configMaps });
    },
  },
  oldWatch(),
  {
    name: 'opening of all watches',
    run: async (crowd) => {
      const from = `watch=1&resourceVersion=${await crowd.revision()}&timeoutSeconds=600`;
      const close = await crowd.watch(
        'opened',
        Array.from({ length: crowd.sizes.watchers }, () => `${SHARED}?${from}`),
      );
      await close();
    },
  },
  {
    name: `${FAN_OUTS} updates that all watchers see`,
    repeatable: true,
    run: async (crowd) => {
      const before = await crowd.events(SHARED_WATCHERS);
      await crowd.load.run(FAN_OUTS, (index) => ({
        method: 'PUT',
        path: `${SHARED}/${nameOf(0)}`,
        body: JSON.stringify(configMap(0, `seen-${before}-${index}`)),
      }));
      // Bookmarks are counted too, so there may be more.
      await until(async () => (await crowd.events(SHARED_WATCHERS)) - before >= FAN_OUTS * crowd.sizes.watchers);
    },
  },
];

function oldWatch(): BulkWork {
  let revision = '0';
  return {
    name: 'watch from an old revision',
    repeatable: true,
    prepare: async (crowd) => {
      revision = await crowd.revision();
      await writeHistory(crowd);
    },
    run: async ({ load, sizes }) => {
      const events = newlines();
      await load.read(`${CONFIG_MAPS}?watch=1&resourceVersion=${revision}`, {
        until: (piece) => events.add(piece) >= sizes.updates,
      });
    },
  };
}

async function writeHistory({ load, sizes }: Crowd): Promise<void> {
  await load.run(sizes.updates, (index) => ({
    method: 'PATCH',
    path: FIRST_CONFIG_MAP,
    body: JSON.stringify({ data: { text: `old-${index}` } }),
    contentType: 'application/merge-patch+json',
  }));
}

/** Returns a counter of line ends. Chunks are added; the sum so far is returned. */
function newlines(): { add(piece: Buffer): number } {
  let count = 0;
  return {
    add: (piece) => {
      for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
      return count;
    },
  };
}
