import type { KubernetesObject } from '@kb/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { thing } from '../../test-support/scripted-source.ts';
import { createPendingWrites } from './pending-writes.ts';

const key = 'default/a';

test('returns a response that is newer than the store, and ignores the older of two responses', () => {
  const pending = createPendingWrites<KubernetesObject>(() => 0);
  const stored = thing('a', '5');
  const newer = thing('a', '8');
  pending.record(newer.metadata, newer, '6');
  pending.record(stored.metadata, stored, '4');
  expect(pending.newest(key, stored, '7')).toBe(newer);
  expect([...pending.writtenKeys()]).toEqual([key]);
  expect(pending.newest(key, stored, '8')).toBe(stored);
  expect(pending.isEmpty).toBe(true);
});

test('does not remember a response that is older than the store', () => {
  const pending = createPendingWrites<KubernetesObject>(() => 0);
  const object = thing('a', '5');
  pending.record(object.metadata, object, '5');
  expect(pending.isEmpty).toBe(true);
});

test('waits for an object of which only the version is known, and does not return it', () => {
  const pending = createPendingWrites<KubernetesObject>(() => 0);
  const stored = thing('a', '5');
  pending.record(thing('a', '8').metadata, 'unknown', '6');
  expect(pending.newest(key, stored, '6')).toBe(stored);
  const seen = (version: string): boolean => pending.hasSeen(key, version, () => stored.metadata.uid);
  expect([seen('7'), seen('8')]).toEqual([false, true]);
});

test('forgets deletions that the store never sees', () => {
  const pending = createPendingWrites<KubernetesObject>(() => 0);
  for (let n = 0; n < 10_100; n += 1) pending.recordDelete(`default/${n}`, `uid-${n}`, thing(String(n), '1'));
  expect(pending.size).toBe(10_000);
});

interface Step {
  readonly name: 'a' | 'b' | 'c';
  readonly deletes: boolean;
  /** The share of events that the watch has delivered after this step. */
  readonly caughtUp: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    name: fc.constantFrom('a' as const, 'b' as const, 'c' as const),
    deletes: fc.boolean(),
    caughtUp: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 40 },
);

test('reads return the last write after any writes and with any lag of the store', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const pending = createPendingWrites<KubernetesObject>(() => 0);
      const server = new Map<string, KubernetesObject>();
      const store = new Map<string, KubernetesObject>();
      const history: { readonly key: string; readonly object: KubernetesObject | undefined }[] = [];
      let version = 0;
      for (const { name, deletes, caughtUp } of all) {
        const at = `default/${name}`;
        const live = server.get(at);
        if (deletes && live) {
          server.delete(at);
          history.push({ key: at, object: undefined });
          pending.recordDelete(at, live.metadata.uid, store.get(at));
        } else {
          const uid = live?.metadata.uid ?? `uid-${history.length}`;
          const object = thing(name, String(history.length + 1), { uid });
          server.set(at, object);
          history.push({ key: at, object });
          pending.record(object.metadata, object, String(version));
        }
        const target = Math.max(version, Math.floor((history.length * caughtUp) / 100));
        for (; version < target; version += 1) {
          const event = history[version];
          if (event?.object) store.set(event.key, event.object);
          else if (event) store.delete(event.key);
          pending.catchUp(String(version + 1));
        }
        for (const one of ['default/a', 'default/b', 'default/c']) {
          expect(pending.newest(one, store.get(one), String(version))).toBe(server.get(one));
        }
      }
    }),
  );
});
