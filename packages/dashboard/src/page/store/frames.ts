/** Runs work at most once a frame, however often it is asked for. */
export interface Frames {
  request(work: () => void): void;
}

/** Collects work for the next frame. `nextFrame` is `requestAnimationFrame`, or a test's own. */
export function createFrames(nextFrame: (run: () => void) => void): Frames {
  let waiting = new Set<() => void>();
  return {
    request(work) {
      if (waiting.size === 0)
        nextFrame(() => {
          const all = waiting;
          waiting = new Set();
          for (const each of all) each();
        });
      waiting.add(work);
    },
  };
}
