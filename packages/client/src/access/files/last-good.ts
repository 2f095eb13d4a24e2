/**
 * Creates a function that returns the current text, or the last valid one while the current text does not pass the
 * check, because a file may be half written. The first text is returned unchecked.
 */
export function lastGood(
  text: () => Promise<string>,
  check: (text: string) => Promise<boolean>,
): () => Promise<string> {
  let held: string | undefined;
  let refused: string | undefined;
  return async () => {
    const now = await text();
    if (now === held || now === refused) return held ?? now;
    if (held === undefined || (await check(now))) {
      held = now;
      refused = undefined;
    } else refused = now;
    return held;
  };
}
