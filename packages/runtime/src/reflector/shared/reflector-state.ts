import type { Milliseconds } from '../../durations.ts';

/** How a reflector's watch is doing. */
export interface ReflectorState {
  /** `listing`: also by a streaming list. `waiting`: after a failure, for the next attempt. */
  readonly phase: 'idle' | 'listing' | 'watching' | 'waiting' | 'stopped';
  /** The version of the last list, event or bookmark; empty before the first. */
  readonly lastSyncResourceVersion: string;
  /**
   * Since when the server responds to the current watch, in milliseconds since the epoch; undefined without a watch, or
   * before the response begins.
   */
  readonly connectedSince?: number;
  /** When the last list, event or bookmark came, in milliseconds since the epoch. */
  readonly lastEventAt?: number;
  /** How long ago that is, by the monotonic clock, which does not jump. */
  readonly quietFor?: Milliseconds;
  /** What last went wrong; undefined again after the next list or event. */
  readonly lastError?: unknown;
}
