/**
 * Makes a function that gives a text as it is now, or, while it does not pass the check, the last one that did: a file
 * may be in the middle of being written. The first is given as it is.
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
