import type { ObjectKey } from '@kb/apimachinery';
import type { Source } from '@kb/runtime';

/** A source that enqueues keys once, when the controller starts. */
export const atStart = (keys: readonly ObjectKey[]): Source => ({
  name: 'start',
  start: ({ queue }) => {
    for (const key of keys) queue.add(key);
  },
});
