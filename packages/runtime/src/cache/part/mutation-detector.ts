import type { Cancel, Clock, DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { seconds } from '../../durations.ts';
import type { Logger } from '../../log/logger.ts';

/** How many objects are compared each second. */
const BATCH_SIZE = 1000;

/**
 * Detects changes of objects of a store by the program: client-go's CacheMutationDetector, but it names the field and
 * does not end the program.
 */
export interface MutationDetector<T extends KubernetesObject> {
  /** Records the current state of an object, and returns the object. */
  remember(object: T): T;
  /** Starts comparing the objects that `values` returns with their recorded states. */
  start(values: () => Iterable<DeepReadonly<T>>): Cancel;
  /** Returns how many changed objects were found. */
  found(): number;
}

/** Creates a detector. It keeps the JSON text of every object. */
export function createMutationDetector<T extends KubernetesObject>(clock: Clock, log: Logger): MutationDetector<T> {
  const remembered = new WeakMap<object, string>();
  let found = 0;

  const compare = (object: DeepReadonly<T>): void => {
    const before = remembered.get(object);
    if (before === undefined) return;
    const now = stringifyJson(object);
    if (now === before) return;
    found += 1;
    remembered.set(object, now);
    const { name, namespace } = object.metadata;
    const field = firstDifference(parseJson(before), parseJson(now), '');
    log.error(
      new Error(`${field} of a cached object was changed by the program: copy an object before you change it`),
      'Cached object changed',
      { kind: object.kind, ...(namespace !== undefined && { namespace }), name, field },
    );
  };

  return {
    remember: (object) => {
      remembered.set(object, stringifyJson(object));
      return object;
    },
    start: (values) => {
      let cancel: Cancel = () => undefined;
      let rest: Iterator<DeepReadonly<T>> | undefined;
      const schedule = (): void => {
        cancel = clock.after(seconds(1), () => {
          rest ??= values()[Symbol.iterator]();
          for (let n = 0; n < BATCH_SIZE; n += 1) {
            const next = rest.next();
            if (next.done) {
              rest = undefined;
              break;
            }
            compare(next.value);
          }
          schedule();
        });
      };
      schedule();
      return () => cancel();
    },
    found: () => found,
  };
}

/** Returns the path of the first value that differs: `.spec.replicas`. */
function firstDifference(before: unknown, now: unknown, path: string): string {
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now)) return path;
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (stringifyJson(before[name] ?? null) !== stringifyJson(now[name] ?? null)) {
      return firstDifference(before[name], now[name], Array.isArray(before) ? `${path}[${name}]` : `${path}.${name}`);
    }
  }
  return path;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
