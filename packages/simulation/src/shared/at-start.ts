import type { ObjectKey } from '@kb/apimachinery';
import type { Source } from '@kb/runtime';

/** Wakes a controller once for a key when it starts, whatever there is to be watched. */
export const atStart = (key: ObjectKey): Source => ({
  name: 'start',
  start: ({ queue }) => queue.add(key),
});
