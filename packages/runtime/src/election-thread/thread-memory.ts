import type { Milliseconds } from '../durations.ts';
import type { Instant, Leadership, PublishLeadership } from '../leader-election/leadership.ts';

/** Which key of which controller. */
export interface RunName {
  readonly controller: string;
  readonly item: string;
}

/**
 * What the main thread and the thread of leader election share: each value is written by one of them, and read by the
 * other at any moment.
 */
export interface ThreadMemory {
  /** To be given to the other thread. */
  readonly buffer: SharedArrayBuffer;
  /** Until when this process may act as the leader. Written by the thread. */
  readonly publish: PublishLeadership;
  /** Reads what {@link publish} wrote, by the clocks of the reader. */
  leadership(now: () => Instant): Leadership;
  /** The event loop of the main thread turns. */
  beat(): void;
  /** How often it did. */
  beats(): number;
  /** Notes a run in a place of its own; undefined when all are taken. */
  note(name: RunName): number | undefined;
  erase(place: number): void;
  /** The run in that place is being computed; undefined: none is. */
  computes(place: number | undefined): void;
  /** The run that is being computed; else all that have begun: one of them is. */
  running(): readonly RunName[];
}

/** Until when the leadership is valid, in microseconds on either clock: 0 for not at all. */
const until = { monotonic: 0, wall: 1 } as const;
const times = 2;
const counters = { beats: 0, computing: 1 } as const;
/** More reconciles at the same time than most operators have. Those beyond are not named. */
const places = 64;
/** The length of the text, and the text, in UTF-8. */
const placeSize = 512;
const header = times * 8 + 16;

/** Makes the memory, or opens that of the other thread. */
export function createThreadMemory(
  buffer: SharedArrayBuffer = new SharedArrayBuffer(header + places * placeSize),
): ThreadMemory {
  const instants = new BigInt64Array(buffer, 0, times);
  const numbers = new Int32Array(buffer, times * 8, 4);
  const lengths = Array.from({ length: places }, (_, n) => new Int32Array(buffer, header + n * placeSize, 1));
  const texts = lengths.map((_, n) => Buffer.from(buffer, header + n * placeSize + 4, placeSize - 4));
  let next = 0;

  const nameIn = (place: number): RunName | undefined => {
    const [length, text] = [lengths[place], texts[place]];
    if (!length || !text) return undefined;
    const [controller = '', item = ''] = text.toString('utf8', 0, Atomics.load(length, 0)).split('\n');
    return controller === '' ? undefined : { controller, item };
  };

  return {
    buffer,
    // One of the two may be newer than the other when it is read in between: both must allow it, so that the older one
    // counts.
    publish: (instant) => {
      Atomics.store(instants, until.monotonic, micros(instant?.monotonic));
      Atomics.store(instants, until.wall, micros(instant?.wall));
    },
    leadership: (now) => ({
      valid: () => {
        const { monotonic, wall } = now();
        return (
          micros(monotonic) < Atomics.load(instants, until.monotonic) &&
          micros(wall) < Atomics.load(instants, until.wall)
        );
      },
    }),
    beat: () => void Atomics.add(numbers, counters.beats, 1),
    beats: () => Atomics.load(numbers, counters.beats),
    note: ({ controller, item }) => {
      for (let tries = 0; tries < places; tries += 1) {
        const place = (next + tries) % places;
        const [length, text] = [lengths[place], texts[place]];
        if (!length || !text || Atomics.load(length, 0) > 0) continue;
        Atomics.store(length, 0, text.write(`${controller}\n${item}`, 'utf8'));
        next = place + 1;
        return place;
      }
      return undefined;
    },
    erase: (place) => {
      const length = lengths[place];
      if (length) Atomics.store(length, 0, 0);
    },
    computes: (place) => void Atomics.store(numbers, counters.computing, place === undefined ? 0 : place + 1),
    running: () => {
      const computing = nameIn(Atomics.load(numbers, counters.computing) - 1);
      if (computing) return [computing];
      return lengths.flatMap((_, place) => nameIn(place) ?? []);
    },
  };
}

/** Rounded down: what is compared with it too. */
const micros = (ms: Milliseconds | undefined): bigint => (ms === undefined ? 0n : BigInt(Math.floor(ms * 1000)));
