import type { KubernetesObject } from '@kb/apimachinery';
import { type Milliseconds, seconds } from '../durations.ts';
import { EventCause, type ReconcileCause } from './causes.ts';

/** Options of the loop guard. */
export interface LoopGuardOptions {
  /** After how many runs in a row that the controller's own writes to the same field have caused, it is a loop. Default: 10. */
  readonly after?: number;
  /** Runs of a loop wait 5 ms, doubling up to this. Another cause ends the wait at once. Default: 30 seconds. */
  readonly maxDelay?: Milliseconds;
}

/** A loop that was noticed. */
export interface ReconcileLoop {
  /** The fields that every one of these runs has changed. */
  readonly fields: readonly string[];
  /** How many runs in a row it is by now. */
  readonly runs: number;
  /** How long the next run is to wait; 0 when something else asks for it too. */
  readonly delay: Milliseconds;
}

/**
 * Notices a controller that wakes itself: a reconcile changes a field of the object that it is for, the change is an event, the event is a reconcile, which changes the
 * field again. A controller that takes a few such steps to its end is none.
 */
export interface LoopGuard {
  /** A write of this controller was answered. */
  wrote(item: string, object: KubernetesObject): void;
  /** A key was handed out for these causes: answers the loop that this is a part of. */
  check(item: string, causes: readonly ReconcileCause[]): ReconcileLoop | undefined;
  /** A run of the key has ended. */
  ended(item: string): void;
}

interface Track {
  /** Of the answers to the last writes. */
  versions: string[];
  /** Something was written since the last run began. */
  wrote: boolean;
  /** Fields that all runs so far have changed. */
  fields: readonly string[];
  runs: number;
}

/** How many keys are followed; beyond, the one that was written first is forgotten. */
const maxTracks = 10_000;
/** How many writes of a key are known by their versions. */
const maxVersions = 8;
const firstDelay: Milliseconds = 5;

/** Makes a guard. */
export function createLoopGuard(options: LoopGuardOptions = {}): LoopGuard {
  const { after = 10, maxDelay = seconds(30) } = options;
  const tracks = new Map<string, Track>();

  /** The cause is the event of a write of this controller to the object itself. */
  const isOwn = (track: Track, item: string, cause: ReconcileCause): cause is EventCause =>
    cause instanceof EventCause &&
    cause.event.type === 'update' &&
    !cause.resync &&
    track.versions.includes(cause.event.object.metadata.resourceVersion) &&
    isKeyOf(item, cause.event.object.metadata);

  return {
    wrote: (item, object) => {
      const version = object.metadata.resourceVersion;
      const known = tracks.get(item);
      if (known) {
        known.wrote = true;
        known.versions.push(version);
        if (known.versions.length > maxVersions) known.versions.shift();
        return;
      }
      if (tracks.size >= maxTracks) {
        const [oldest] = tracks.keys();
        if (oldest !== undefined) tracks.delete(oldest);
      }
      tracks.set(item, { versions: [version], wrote: true, fields: [], runs: 0 });
    },
    check: (item, causes) => {
      const track = tracks.size > 0 ? tracks.get(item) : undefined;
      if (!track) return undefined;
      const own = causes.filter((cause) => isOwn(track, item, cause));
      track.wrote = false;
      const changed = new Set(own.flatMap((cause) => cause.changed));
      if (changed.size === 0) {
        tracks.delete(item);
        return undefined;
      }
      const again = track.fields.filter((field) => changed.has(field));
      track.runs = again.length > 0 ? track.runs + 1 : 1;
      track.fields = again.length > 0 ? again : [...changed];
      if (track.runs < after) return undefined;
      const delay = Math.min(firstDelay * 2 ** Math.min(track.runs - after, 100), maxDelay);
      return { fields: track.fields, runs: track.runs, delay: own.length === causes.length ? delay : 0 };
    },
    ended: (item) => {
      // A run that wrote nothing has ended what might have been a loop.
      if (tracks.size > 0 && tracks.get(item)?.wrote === false) tracks.delete(item);
    },
  };
}

function isKeyOf(item: string, metadata: { readonly namespace?: string; readonly name?: string }): boolean {
  return item === (metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name);
}
