import type { Clock } from '@kb/apimachinery';

/** How often a client is probed whose data nobody takes, in milliseconds. */
const INTERVAL_MS = 5000;

/**
 * Waits until a client's data is taken. Meanwhile its connection is not read, so that its end would not be noticed:
 * what is sent to a client that is gone, is refused, and closes the connection. `probe`: sends something that the
 * client ignores.
 */
export async function probeWhile(waiting: Promise<void>, clock: Clock, probe: () => Promise<void>): Promise<void> {
  let cancel = (): void => undefined;
  let isProbing = false;
  const wait = (): void => {
    cancel = clock.after(INTERVAL_MS, () => {
      wait();
      // One at a time: a client that reads nothing takes no second one.
      if (isProbing) return;
      isProbing = true;
      void probe()
        .catch(() => undefined)
        .finally(() => (isProbing = false));
    });
  };
  wait();
  try {
    await waiting;
  } finally {
    cancel();
  }
}
