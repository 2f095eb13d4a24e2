/** The highest number of something at a time, in about the last second. */
export interface Watermark {
  enter(): void;
  leave(): void;
  highest(): number;
}

/**
 * Creates a watermark. Nothing runs in the background: seconds pass when the number changes or is read. `now`:
 * milliseconds.
 */
export function createWatermark(now: () => number): Watermark {
  let current = 0;
  let second = 0;
  /** The highest number in this second, and in the one before. */
  let high = 0;
  let before = 0;
  const pass = (): void => {
    const passed = Math.floor(now() / 1000) - second;
    if (passed === 0) return;
    before = passed === 1 ? high : current;
    high = current;
    second += passed;
  };
  return {
    enter: () => {
      pass();
      current += 1;
      if (current > high) high = current;
    },
    leave: () => {
      pass();
      current -= 1;
    },
    highest: () => {
      pass();
      return Math.max(high, before);
    },
  };
}
