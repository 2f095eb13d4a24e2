import type { KubernetesObject } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';

/** Where a list stands in time. */
export interface ListOrigin {
  /**
   * When it was asked for, by the monotonic clock: it has what was written before, as far as the server that answers
   * keeps up.
   */
  readonly askedAt: Milliseconds;
  /**
   * The server goes on from another history than that of the content before: what the list has is all there is, and one
   * version may be another object than it was.
   */
  readonly anotherHistory: boolean;
}

/**
 * The whole content of a store while it is listed: filled in the background, put in place at once. To forget it, drop
 * it.
 */
export interface Replacement<T extends KubernetesObject> {
  readonly size: number;
  /** Adds or replaces an object. */
  set(object: T): void;
  delete(object: T): void;
  /** Puts the content in place, as it was on the server at `resourceVersion`. Nothing more may be called after that. */
  commit(resourceVersion: string, origin: ListOrigin): void;
}

/**
 * Where a reflector puts what it sees: client-go's ReflectorStore. What a method throws about an object (a transform
 * that fails) leaves that object out when it came by an event, and fails the list that brought it.
 */
export interface ReflectorStore<T extends KubernetesObject> {
  add(object: T): void;
  update(object: T): void;
  delete(object: T): void;
  /**
   * Whether the object is held in just this version: an event that brings it again says nothing. Absent: nothing is
   * held to be known.
   */
  holds?(object: T): boolean;
  /** Begins a new content; the old one stays until it is committed. */
  replacement(): Replacement<T>;
  /** Nothing changed up to `resourceVersion`. */
  bookmark(resourceVersion: string): void;
}
