import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';
import type { ReflectorState } from './reflector-state.ts';
import type { ListOrigin } from './reflector-store.ts';
import { compareResourceVersions } from './resource-version.ts';

/** How far a reflector has come, and what it knows of its server. The parts of the reflector share and change it. */
export interface ReflectorProgress {
  phase: ReflectorState['phase'];
  /** The version of the last list, event or bookmark; empty before the first. */
  version: string;
  /** Since when the server responds to the current watch. */
  connectedSince: number | undefined;
  /** When the last list, event or bookmark came, by both clocks. */
  lastEvent: { readonly at: number; readonly monotonic: Milliseconds } | undefined;
  /** What last went wrong; undefined again after the next list or event. */
  lastError: unknown;
  /** The server said that it cannot list at `version`, and no list has succeeded since. */
  versionUnavailable: boolean;
  /** The server has changed to another history, and no list of that history has succeeded since. */
  anotherHistory: boolean;
}

/** Makes the progress of a reflector that has not begun. */
export function createReflectorProgress(): ReflectorProgress {
  return {
    phase: 'idle',
    version: '',
    connectedSince: undefined,
    lastEvent: undefined,
    lastError: undefined,
    versionUnavailable: false,
    anotherHistory: false,
  };
}

/** Notes that a list, an event or a bookmark came. */
export function noteReceived(progress: ReflectorProgress, clock: Clock): void {
  progress.lastEvent = { at: clock.now(), monotonic: monotonicNow(clock) };
  progress.lastError = undefined;
}

/** Notes that the store has the whole content, as it was on the server at `resourceVersion`. */
export function noteListed(progress: ReflectorProgress, clock: Clock, resourceVersion: string): void {
  progress.versionUnavailable = false;
  progress.anotherHistory = false;
  progress.version = resourceVersion;
  noteReceived(progress, clock);
}

/** Notes that the current version is of a history that has ended: the next list must be requested without a version. */
export function noteAnotherHistory(progress: ReflectorProgress): void {
  progress.versionUnavailable = true;
  progress.anotherHistory = true;
}

/**
 * Moves the version forward. A watch only goes forward, even if a server repeats events. A version that cannot be
 * compared is taken as newer.
 */
export function advanceTo(progress: ReflectorProgress, resourceVersion: string): void {
  if ((compareResourceVersions(resourceVersion, progress.version) ?? 1) > 0) progress.version = resourceVersion;
}

/** Describes a list of `resourceVersion` that was requested at `askedAt`, by the monotonic clock. */
export function listOriginOf(progress: ReflectorProgress, resourceVersion: string, askedAt: Milliseconds): ListOrigin {
  const isOlder = (compareResourceVersions(resourceVersion, progress.version) ?? 0) < 0;
  return { askedAt, anotherHistory: progress.anotherHistory || isOlder };
}

/** Returns what a reflector shows of its progress. */
export function stateOf(progress: ReflectorProgress, clock: Clock): ReflectorState {
  const { phase, version, connectedSince, lastEvent, lastError } = progress;
  return {
    phase,
    lastSyncResourceVersion: version,
    ...(connectedSince !== undefined && { connectedSince }),
    ...(lastEvent && { lastEventAt: lastEvent.at, quietFor: monotonicNow(clock) - lastEvent.monotonic }),
    ...(lastError !== undefined && { lastError }),
  };
}
