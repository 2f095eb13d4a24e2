import type { KubernetesObject } from '@kb/apimachinery';
import { type Milliseconds, seconds } from '../durations.ts';
import { EventCause, type ReconcileCause } from './causes.ts';
import { changedValues } from './changed-fields.ts';
import { createRepeatingValues, type RepeatingValues } from './repeating-values.ts';

/** Options of the loop guard. */
export interface LoopGuardOptions {
  /**
   * After how many runs in a row that the controller's own writes have caused, and that go through the same values
   * again, it is a loop. Default: 10.
   */
  readonly after?: number;
  /** Runs of such a loop wait 5 ms, doubling up to this. Another cause ends the wait at once. Default: 30 seconds. */
  readonly maxDelay?: Milliseconds;
  /**
   * How many such runs in a row are free when each writes new values, as a state machine or a counter does. From then
   * on they wait a second (or maxDelay, where that is less). Default: 200.
   */
  readonly freeRuns?: number;
}

/** A loop that was noticed. */
export interface ReconcileLoop {
  /** The fields that every one of these runs has changed; those that were changed last where there is no such field. */
  readonly fields: readonly string[];
  /** How many runs in a row it is by now. */
  readonly runs: number;
  /** Whether the values are those of earlier runs. If not, the controller may be on its way to an end. */
  readonly repeats: boolean;
  /** How long the next run is to wait; 0 when something else asks for it too. */
  readonly delay: Milliseconds;
}

/**
 * Notices a controller that wakes itself: a reconcile changes a field of the object that it is for, the change is an
 * event, the event is a reconcile, which changes the field again. A controller that takes a few such steps to its end
 * is none, nor is one that takes many, as long as it does not go through the same values again.
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
  /** Since the second run: nearly all end with the first. */
  values: RepeatingValues | undefined;
  /** How many runs in a row were slowed because values repeat. */
  slowed: number;
}

/** How many keys are followed; beyond, the one that was written first is forgotten. */
const maxTracks = 10_000;
/** How many writes of a key are known by their versions. */
const maxVersions = 8;
const firstDelay: Milliseconds = 5;
const delayOfProgress: Milliseconds = seconds(1);
/** How many fields a loop is named by. */
const maxNamed = 10;

/** Makes a guard. */
export function createLoopGuard(options: LoopGuardOptions = {}): LoopGuard {
  const { after = 10, maxDelay = seconds(30), freeRuns = 200 } = options;
  const tracks = new Map<string, Track>();

  /** The cause is the event of a write of this controller to the object itself. */
  const isOwn = (track: Track, item: string, cause: ReconcileCause): cause is EventCause =>
    cause instanceof EventCause &&
    cause.event.type === 'update' &&
    !cause.resync &&
    track.versions.includes(cause.event.object.metadata.resourceVersion) &&
    isKeyOf(item, cause.event.object.metadata);

  /**
   * Counts a run that own writes have caused. Answers how long it is to wait, undefined while it is part of no loop.
   */
  const delayOf = (
    track: Track,
    own: readonly EventCause[],
    changed: ReadonlySet<string>,
  ): Milliseconds | undefined => {
    track.runs += 1;
    track.fields = track.runs === 1 ? [...changed] : track.fields.filter((field) => changed.has(field));
    const repeats = track.runs > 1 && (track.values ??= createRepeatingValues()).add(valuesOf(own));
    track.slowed = repeats && track.runs >= after ? track.slowed + 1 : 0;
    if (track.slowed > 0) return Math.min(firstDelay * 2 ** Math.min(track.slowed - 1, 100), maxDelay);
    return track.runs > freeRuns ? Math.min(delayOfProgress, maxDelay) : undefined;
  };

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
      tracks.set(item, { versions: [version], wrote: true, fields: [], runs: 0, values: undefined, slowed: 0 });
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
      const delay = delayOf(track, own, changed);
      if (delay === undefined) return undefined;
      return {
        fields: track.fields.length > 0 ? track.fields : (track.values?.fields() ?? []).slice(-maxNamed),
        runs: track.runs,
        repeats: track.slowed > 0,
        delay: own.length === causes.length ? delay : 0,
      };
    },
    ended: (item) => {
      // A run that wrote nothing has ended what might have been a loop.
      if (tracks.size > 0 && tracks.get(item)?.wrote === false) tracks.delete(item);
    },
  };
}

/** What own writes have left in the fields that they changed. */
function valuesOf(own: readonly EventCause[]): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { event } of own) {
    if (event.type !== 'update') continue;
    for (const [field, value] of changedValues(event.objectOld, event.object)) values.set(field, value);
  }
  return values;
}

function isKeyOf(item: string, metadata: { readonly namespace?: string; readonly name?: string }): boolean {
  return item === (metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name);
}
