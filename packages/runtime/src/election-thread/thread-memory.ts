import type { Milliseconds } from '../durations.ts';
import type { Instant, Leadership, PublishLeadership } from '../leader-election/leadership.ts';

/** A key and its controller. */
export interface RunName {
  readonly controller: string;
  readonly item: string;
}

/**
 * The memory that the main thread and the leader-election thread share. Each value is written by one of them, and may
 * be read by the other at any time.
 */
export interface ThreadMemory {
  /** The buffer to pass to the other thread. */
  readonly buffer: SharedArrayBuffer;
  /** Publishes until when this process may act as the leader. The thread writes it. */
  readonly publish: PublishLeadership;
  /** Reads what {@link publish} wrote, and compares it with the reader's clocks. */
  leadership(now: () => Instant): Leadership;
  /** Counts a turn of the main thread's event loop. */
  beat(): void;
  /** How many turns were counted. */
  beats(): number;
  /** Records a run and returns its place; undefined when all places are taken. */
  note(name: RunName): number | undefined;
  erase(place: number): void;
  /** Marks the run in that place as computing; undefined: no run is. */
  computes(place: number | undefined): void;
  /** Returns the run that computes; otherwise all that have begun, one of which does. */
  running(): readonly RunName[];
}

/** Until when the leadership is valid, in microseconds on both clocks: 0 for not valid. */
const until = { monotonic: 0, wall: 1 } as const;
const TIMES = 2;
const counters = { beats: 0, computing: 1 } as const;
/** The most runs that are recorded: more than most operators have at the same time. */
const PLACES = 64;
/** The length of the text, and the text, in UTF-8. */
const PLACE_SIZE = 512;
const header = TIMES * 8 + 16;

/** Creates the memory, or opens the other thread's. */
export function createThreadMemory(
  buffer: SharedArrayBuffer = new SharedArrayBuffer(header + PLACES * PLACE_SIZE),
): ThreadMemory {
  const instants = new BigInt64Array(buffer, 0, TIMES);
  const numbers = new Int32Array(buffer, TIMES * 8, 4);
  const lengths = Array.from({ length: PLACES }, (_, n) => new Int32Array(buffer, header + n * PLACE_SIZE, 1));
  const texts = lengths.map((_, n) => Buffer.from(buffer, header + n * PLACE_SIZE + 4, PLACE_SIZE - 4));
  let next = 0;

  const nameIn = (place: number): RunName | undefined => {
    const [length, text] = [lengths[place], texts[place]];
    if (!length || !text) return undefined;
    const [controller = '', item = ''] = text.toString('utf8', 0, Atomics.load(length, 0)).split('\n');
    return controller === '' ? undefined : { controller, item };
  };

  return {
    buffer,
    // A read may see one new and one old value: both must be valid, so the older one counts.
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
      for (let tries = 0; tries < PLACES; tries += 1) {
        const place = (next + tries) % PLACES;
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

/** Rounded down, like the value that is compared with it. */
const micros = (ms: Milliseconds | undefined): bigint => (ms === undefined ? 0n : BigInt(Math.floor(ms * 1000)));
