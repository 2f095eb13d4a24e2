import type { ObjectKey } from '@kb/apimachinery';
import type { Source } from '@kb/runtime';

/** A source that enqueues a key once, when the controller starts. */
export const atStart = (key: ObjectKey): Source => ({
  name: 'start',
  start: ({ queue }) => queue.add(key),
});
