import type { KubernetesObject } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** When a list was made, and of which history of the server it is. */
export interface ListOrigin {
  /**
   * When it was requested, by the monotonic clock: it has what was written before, unless the server that returned it
   * lags behind.
   */
  readonly askedAt: Milliseconds;
  /**
   * The server has changed to another history, such as that of a restored backup: only what the list has exists, and
   * the same version may stand for another state of an object.
   */
  readonly anotherHistory: boolean;
}

/**
 * The whole content of a store while it is listed: filled in the background, and put in place at once. One that is not
 * committed is forgotten.
 */
export interface Replacement<T extends KubernetesObject> {
  readonly size: number;
  /** Adds or replaces an object. */
  set(object: T): void;
  delete(object: T): void;
  /** Puts the content in place, as it was on the server at `resourceVersion`. No other call may follow. */
  commit(resourceVersion: string, origin: ListOrigin): void;
}

/**
 * Receives what a reflector lists and watches: client-go's ReflectorStore. When a method throws because of an object (a
 * transform that fails), an event with that object is left out, and a list with that object fails.
 */
export interface ReflectorStore<T extends KubernetesObject> {
  add(object: T): void;
  update(object: T): void;
  delete(object: T): void;
  /** Whether the store has the object in exactly this version: an event with it is a repetition then. Absent: never. */
  holds?(object: T): boolean;
  /** Begins a new content; the old one stays until the new one is committed. */
  replacement(): Replacement<T>;
  /** Nothing changed up to `resourceVersion`. */
  bookmark(resourceVersion: string): void;
}
