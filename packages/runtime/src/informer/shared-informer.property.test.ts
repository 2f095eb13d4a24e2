import { createVirtualClock, type DeepReadonly, type KubernetesObject, seededRandom } from '@kb/apimachinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { silentLogger } from '../log/logger.ts';
import { createModelServer, type Happening } from '../test-support/model-server.ts';
import { createSharedInformer, type SharedInformer } from './shared-informer.ts';
import type { HandlerRegistration } from './resource-event-handler.ts';

type Step =
  | Happening
  | { readonly type: 'wait'; readonly ms: number }
  /** Deletes and creates an object while nobody looks, so that only a list shows it. */
  | { readonly type: 'recreateUnseen'; readonly name: string }
  | { readonly type: 'handler' }
  | { readonly type: 'removeHandler' }
  | { readonly type: 'relist' };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const count = fc.integer({ min: 1, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('set' as const), name }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('remove' as const), name }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 900, 5000, 200_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('end' as const), how: fc.constantFrom('clean', 'broken', 'expired') }),
  },
  fc.record({ type: fc.constant('recreateUnseen' as const), name }),
  fc.record({ type: fc.constant('compact' as const) }),
  fc.record({ type: fc.constant('stall' as const) }),
  fc.record({ type: fc.constant('bookmark' as const) }),
  fc.record({ type: fc.constant('repeat' as const), count }),
  fc.record({
    type: fc.constant('fail' as const),
    reason: fc.constantFrom('TooManyRequests', 'InternalError', 'ECONNREFUSED'),
    count,
  }),
  fc.record({ type: fc.constant('handler' as const) }),
  fc.record({ type: fc.constant('removeHandler' as const) }),
  fc.record({ type: fc.constant('relist' as const) }),
);

/** One handler, which notes events that are not legal. */
interface Follower {
  readonly known: Map<string, DeepReadonly<KubernetesObject>>;
  readonly nonsense: string[];
  readonly registration: HandlerRegistration;
}

function follow(informer: SharedInformer<KubernetesObject>): Follower {
  const known: Follower['known'] = new Map();
  const nonsense: string[] = [];
  const must = (holds: boolean, what: string): void => void (holds || nonsense.push(what));
  const version = (object: DeepReadonly<KubernetesObject>): number => Number(object.metadata.resourceVersion);
  const isHeld = ({ metadata }: DeepReadonly<KubernetesObject>): boolean => {
    const held = informer.indexer.get(`default/${metadata.name}`);
    return held === undefined || version(held) >= Number(metadata.resourceVersion);
  };
  let live = false;
  const registration = informer.addEventHandler({
    onAdd: (object, isInInitialList) => {
      must(!known.has(object.metadata.name), `add of the known ${object.metadata.name}`);
      must(isHeld(object), `add of ${object.metadata.name} before the store has it`);
      must(!(isInInitialList && live), 'an initial object after a live one');
      live ||= !isInInitialList;
      known.set(object.metadata.name, object);
    },
    onUpdate: (old, object) => {
      must(
        known.get(object.metadata.name) === old,
        `update of ${object.metadata.name} from an object that no event brought`,
      );
      must(old.metadata.uid === object.metadata.uid, `update of ${object.metadata.name} to another uid`);
      must(version(object) > version(old), `update of ${object.metadata.name} back in time`);
      must(isHeld(object), `update of ${object.metadata.name} before the store has it`);
      known.set(object.metadata.name, object);
    },
    onDelete: (object) => {
      const old = known.get(object.metadata.name);
      must(old?.metadata.uid === object.metadata.uid, `delete of ${object.metadata.name}, which was not known so`);
      known.delete(object.metadata.name);
    },
  });
  return { known, nonsense, registration };
}

const contentOf = (objects: Iterable<DeepReadonly<KubernetesObject>>): string[] =>
  Array.from(objects, ({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`).toSorted();

test('after any events on the server and the connection, store and handlers equal the server, by legal histories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), fc.nat(), async (steps, streamingLists, seed) => {
      const clock = createVirtualClock();
      const server = createModelServer();
      const informer = createSharedInformer({
        name: 'things',
        source: server,
        clock,
        random: seededRandom(seed),
        log: silentLogger,
        streamingLists,
      });
      informer.indexer.addIndex('uid', ({ metadata }) => [metadata.uid]);
      const followers = [follow(informer)];
      const removed: Follower[] = [];
      const end = new AbortController();
      const running = informer.run(end.signal);
      await clock.settle();

      for (const each of steps) {
        if (each.type === 'wait') await clock.advance(each.ms);
        else if (each.type === 'handler') followers.push(follow(informer));
        else if (each.type === 'relist') void informer.relist();
        else if (each.type === 'recreateUnseen') {
          server.happen({ type: 'stall' });
          server.happen({ type: 'remove', name: each.name });
          server.happen({ type: 'set', name: each.name });
          server.happen({ type: 'compact' });
          server.happen({ type: 'end', how: 'clean' });
        } else if (each.type === 'removeHandler') {
          const last = followers.length > 1 ? followers.pop() : undefined;
          if (last) removed.push(last);
          last?.registration.remove();
        } else server.happen(each);
        // Sometimes several things happen before anything is checked.
        if (each.type !== 'set' && each.type !== 'repeat') await clock.settle();
      }
      server.heal();
      await clock.advance(200_000);

      const want = contentOf(server.objects.values());
      expect(contentOf(informer.indexer.values())).toEqual(want);
      for (const object of informer.indexer.values()) {
        expect(informer.indexer.byIndex('uid', object.metadata.uid)).toEqual([object]);
      }
      expect(informer.indexer.indexValues('uid')).toHaveLength(informer.indexer.size);
      for (const { known, nonsense, registration } of followers) {
        expect(nonsense).toEqual([]);
        expect(contentOf(known.values())).toEqual(want);
        expect(registration.hasSynced()).toBe(true);
      }
      for (const { nonsense } of removed) expect(nonsense).toEqual([]);
      end.abort(new Error('over'));
      await running;
      expect(clock.pending()).toBe(0);
    }),
    { numRuns: 250 },
  );
});
