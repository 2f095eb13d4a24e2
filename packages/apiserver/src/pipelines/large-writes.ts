import { isRecord } from '@kb/apimachinery/codec';
import type { ServerContext } from '../context/server-context.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/** Writes of up to so many characters take a few milliseconds, and all of them in one turn of the event loop. */
const LARGE = 128 * 1024;

/**
 * Lets other work go on between two parts of a write: call it between them, and await what it returns. Undefined: the
 * write is small, and the next part follows at once.
 */
export type Pause = () => Promise<void> | undefined;

/** Never pauses. */
export const noPause: Pause = () => undefined;

/** Pauses in the write of a large body. */
export function pauseForBody(server: ServerContext, resource: ServedResource, { length }: Uint8Array): Pause {
  return length > LARGE ? pauseIn(server, resource) : noPause;
}

/** Pauses in the change of a large object. */
export function pauseForObject(server: ServerContext, resource: ServedResource, object: unknown): Pause {
  return charactersUpTo(LARGE + 1, object) > LARGE ? pauseIn(server, resource) : noPause;
}

/** Does something after a pause. */
export function afterPause<T>(pause: Pause, work: () => T | Promise<T>): T | Promise<T> {
  const paused = pause();
  return paused ? paused.then(work) : work();
}

function pauseIn({ turns }: ServerContext, resource: ServedResource): Pause {
  // What a webhook converted is known in one turn only, and the handling starts again when something is missing.
  return resource.prepare ? noPause : () => turns.nextTurn();
}

/** The characters of all names and texts of a value, counted until there are more than `most`. */
function charactersUpTo(most: number, value: unknown): number {
  if (typeof value === 'string') return value.length;
  let count = 1;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && count < most; index += 1) {
      count += charactersUpTo(most - count, value[index]);
    }
    return count;
  }
  if (!isRecord(value)) return 1;
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (child === undefined) continue;
    if (count >= most) break;
    count += key.length + charactersUpTo(most - count, child);
  }
  return count;
}
