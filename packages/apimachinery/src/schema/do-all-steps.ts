/** Does work that is in steps at once. Returns what the work returns. */
export function doAllSteps<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
