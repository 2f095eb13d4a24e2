/** Slows the removal of Pods that fail again and again: a node may refuse each new one at once. */
export interface FailedPodBackOff {
  /**
   * Asks whether a failed Pod may be removed now, and if so counts it. Returns 0 if it may, else the milliseconds to
   * wait. `key`: the DaemonSet, its observed generation and the node.
   */
  waitFor(key: string, now: number): number;
}

const FIRST_MS = 1000;
const LONGEST_MS = 900_000;

/** Creates a {@link FailedPodBackOff}: a second after the first removal, twice as long after each, up to 15 minutes. */
export function createFailedPodBackOff(): FailedPodBackOff {
  const entries = new Map<string, { readonly wait: number; readonly since: number }>();
  return {
    waitFor: (key, now) => {
      const known = entries.get(key);
      if (known !== undefined && now < known.since + known.wait) return known.since + known.wait - now;
      for (const [other, { since }] of entries) if (now - since > 2 * LONGEST_MS) entries.delete(other);
      const before = entries.get(key);
      const wait = before === undefined ? FIRST_MS : Math.min(2 * before.wait, LONGEST_MS);
      entries.delete(key);
      entries.set(key, { wait, since: now });
      return 0;
    },
  };
}
