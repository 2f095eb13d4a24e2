import {
  type Cancel,
  type Clock,
  type DeepReadonly,
  type KubernetesObject,
  parseJson,
  stringifyJson,
} from '@kb/apimachinery';
import { seconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';

/** How many objects are compared each second. */
const batchSize = 1000;

/**
 * Finds out that somebody changes objects of a store: client-go's CacheMutationDetector, which names the field and does
 * not end the program.
 */
export interface MutationDetector<T extends KubernetesObject> {
  /** Remembers an object as it is, and answers it. */
  remember(object: T): T;
  /** Begins to compare what `values` answers with what was remembered. */
  start(values: () => Iterable<DeepReadonly<T>>): Cancel;
  /** How many changed objects were found. */
  found(): number;
}

/** Makes a detector. It keeps every object that is held as text besides. */
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
          for (let n = 0; n < batchSize; n += 1) {
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

/** The path of the first value that is not the same: `.spec.replicas`. */
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
