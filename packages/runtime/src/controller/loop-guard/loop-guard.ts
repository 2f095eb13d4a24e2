import type { KubernetesObject } from '@kb/apimachinery';
import { type Milliseconds, seconds } from '../../durations.ts';
import { EventCause, type ReconcileCause } from '../causes/causes.ts';
import { changedValues } from '../causes/changed-fields.ts';
import { createRepeatingValues, type RepeatingValues } from './repeating-values.ts';

/** Options of the loop guard. */
export interface LoopGuardOptions {
  /**
   * How many runs in a row make a loop, where each was caused by the controller's own writes and repeats earlier
   * values. Default: 10.
   */
  readonly after?: number;
  /**
   * The longest wait of a run in such a loop: waits begin at 5 ms and double up to this. Another cause ends the wait at
   * once. Default: 30 seconds.
   */
  readonly maxDelay?: Milliseconds;
  /**
   * How many such runs in a row do not wait when each writes new values, as a state machine or a counter does. Later
   * ones wait a second (or maxDelay, if that is less). Default: 200.
   */
  readonly freeRuns?: number;
}

/** A detected loop. */
export interface ReconcileLoop {
  /** The fields that all of these runs changed; when there is no such field, those that were changed last. */
  readonly fields: readonly string[];
  /** How many runs in a row so far. */
  readonly runs: number;
  /** Whether values of earlier runs repeat. If not, the loop may still end by itself. */
  readonly repeats: boolean;
  /** How long the next run has to wait; 0 when it has another cause too. */
  readonly delay: Milliseconds;
}

/**
 * Detects a controller that wakes itself: a reconcile changes a field of its object, the change is an event, and the
 * event causes a reconcile that changes the field again. A controller that reaches its goal in a few or even many such
 * steps is not a loop, as long as its values do not repeat.
 */
export interface LoopGuard {
  /** Records a successful write of this controller. */
  wrote(item: string, object: KubernetesObject): void;
  /** Checks a key that was handed out for these causes. Returns the loop that the run belongs to. */
  check(item: string, causes: readonly ReconcileCause[]): ReconcileLoop | undefined;
  /** Records the end of a run of the key. */
  ended(item: string): void;
}

interface Track {
  /** The resource versions of the last writes. */
  versions: string[];
  /** Something was written since the last run began. */
  wrote: boolean;
  /** The fields that all runs so far changed. */
  fields: readonly string[];
  runs: number;
  /** Created with the second run: nearly all end with the first. */
  values: RepeatingValues | undefined;
  /** How many runs in a row were slowed because values repeat. */
  slowed: number;
}

/** How many keys are followed; beyond that, the one that was written first is forgotten. */
const MAX_TRACKS = 10_000;
/** How many versions are remembered for each key. */
const MAX_VERSIONS = 8;
const FIRST_DELAY: Milliseconds = 5;
const delayOfProgress: Milliseconds = seconds(1);
/** How many fields are named for a loop. */
const MAX_NAMED = 10;

/** Creates a guard. */
export function createLoopGuard(options: LoopGuardOptions = {}): LoopGuard {
  const { after = 10, maxDelay = seconds(30), freeRuns = 200 } = options;
  const tracks = new Map<string, Track>();

  /** Whether the cause is the event of this controller's own write to the object. */
  const isOwn = (track: Track, item: string, cause: ReconcileCause): cause is EventCause =>
    cause instanceof EventCause &&
    cause.event.type === 'update' &&
    !cause.resync &&
    track.versions.includes(cause.event.object.metadata.resourceVersion) &&
    isKeyOf(item, cause.event.object.metadata);

  /**
   * Counts a run that the controller's own writes caused. Returns how long it has to wait; undefined while it is not
   * part of a loop.
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
    if (track.slowed > 0) return Math.min(FIRST_DELAY * 2 ** Math.min(track.slowed - 1, 100), maxDelay);
    return track.runs > freeRuns ? Math.min(delayOfProgress, maxDelay) : undefined;
  };

  return {
    wrote: (item, object) => {
      const version = object.metadata.resourceVersion;
      const known = tracks.get(item);
      if (known) {
        known.wrote = true;
        known.versions.push(version);
        if (known.versions.length > MAX_VERSIONS) known.versions.shift();
        return;
      }
      if (tracks.size >= MAX_TRACKS) {
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
        fields: track.fields.length > 0 ? track.fields : (track.values?.fields() ?? []).slice(-MAX_NAMED),
        runs: track.runs,
        repeats: track.slowed > 0,
        delay: own.length === causes.length ? delay : 0,
      };
    },
    ended: (item) => {
      // A run that wrote nothing ends a possible loop.
      if (tracks.size > 0 && tracks.get(item)?.wrote === false) tracks.delete(item);
    },
  };
}

/** The values of the fields that the controller's own writes changed. */
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
