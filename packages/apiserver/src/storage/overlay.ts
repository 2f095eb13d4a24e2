import { compareUtf8 } from '@kb/apimachinery';
import type { StorageEvent, StoredObject } from './stored-object.ts';

/**
 * The state before some changes: walks `current`, with what the changed objects were before the first of them. `changes` are all events since then, oldest first.
 */
export function* overlaid(
  current: Iterable<StoredObject>,
  changes: readonly StorageEvent[],
  range: { readonly namespace?: string; readonly start?: string },
): Generator<StoredObject> {
  const before = new Map<string, StoredObject | undefined>();
  for (const { current: changed, previous } of changes) {
    if (!before.has(changed.key)) before.set(changed.key, previous);
  }
  const restored = [...before.values()]
    .filter((stored) => stored !== undefined)
    .filter(({ key, namespace }) => {
      return (
        (range.namespace === undefined || namespace === range.namespace) && compareUtf8(key, range.start ?? '') >= 0
      );
    })
    .sort((a, b) => compareUtf8(a.key, b.key));
  let next = 0;
  for (const stored of current) {
    if (before.has(stored.key)) continue;
    for (let old = restored[next]; old && compareUtf8(old.key, stored.key) < 0; old = restored[next]) {
      yield old;
      next += 1;
    }
    yield stored;
  }
  yield* restored.slice(next);
}
