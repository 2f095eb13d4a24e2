import { type Clock, type HttpResponse, sleepBy, type Transport } from '@kb/apimachinery';
import { lateTimers } from '@kb/runtime/scenarios';

/**
 * A process that can be paused, like one whose event loop is blocked or whose machine sleeps: its timers do not fire,
 * and it receives nothing.
 */
export interface Stallable {
  /** The clock of the process. */
  readonly clock: Clock;
  /** The transport of the process to the server. */
  guard(transport: Transport): Transport;
  /**
   * Pauses the process. Responses to earlier requests are queued; events that a watch is delivering at this moment
   * still arrive.
   */
  stall(): void;
  /** Continues: first with received responses, then with the timers that are due. */
  resume(): void;
}

/** Makes a process on a clock. */
export function createStallable(clock: Clock): Stallable {
  const timers = lateTimers(clock);
  let answers = passable();
  let chunks = passable();
  let stalled = false;

  async function* passing(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      await chunks.passage;
      yield chunk;
    }
  }

  return {
    clock: {
      now: () => clock.now(),
      after: timers.after,
      sleep: sleepBy(timers.after),
    },
    guard: (transport) => ({
      send: async (request, signal): Promise<HttpResponse> => {
        try {
          const { body, ...rest } = await transport.send(request, signal);
          return { ...rest, body: body instanceof Uint8Array ? body : passing(body) };
        } finally {
          await answers.passage;
        }
      },
    }),
    stall: () => {
      if (stalled) return;
      stalled = true;
      timers.hold();
      answers = blocked();
      clock.after(0, () => {
        if (stalled) chunks = blocked();
      });
    },
    resume: () => {
      if (!stalled) return;
      stalled = false;
      answers.open();
      chunks.open();
      answers = passable();
      chunks = passable();
      const waiting = timers.release();
      clock.after(0, () => {
        for (const run of waiting) run();
      });
    },
  };
}

interface Gate {
  readonly passage: Promise<void> | undefined;
  open(): void;
}

const passable = (): Gate => ({ passage: undefined, open: () => undefined });

function blocked(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passage: promise, open: resolve };
}
