/** Runs work of one name one after another, and work of different names at the same time. Rejects as the work does. */
export type Turns = (name: string, work: () => Promise<void>) => Promise<void>;

/** Makes {@link Turns}. */
export function createTurns(): Turns {
  const latest = new Map<string, Promise<void>>();
  return async (name, work) => {
    const before = latest.get(name);
    const own = (async () => {
      await before?.catch(() => undefined);
      await work();
    })();
    latest.set(name, own);
    try {
      await own;
    } finally {
      if (latest.get(name) === own) latest.delete(name);
    }
  };
}
