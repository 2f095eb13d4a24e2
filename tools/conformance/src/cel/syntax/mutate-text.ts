import type { Random } from '../../random.ts';

/** What a mistake adds to an expression. */
const junk: readonly string[] = [
  ['(', ')', '[', ']', '{', '}', ',', '.', '.?', '?', ':', '&', '&&', '|', '!', '-', '--', '=', '<', ' in ', 'if '],
  ['"', "'", '"""', 'r"', 'b"', '\\', '\\u', '#', '$', '1.', '0x', '99999999999999999999', '+', '@', '`', '`a`', 'é'],
  ['//', '\n', 'null', 'has(a)', 'a.b', '.all(x, true)', '.map(x, x)', '.exists(1, x)', '.optMap(y, y)', 'T{', '😀'],
].flat();

/** A text with one or two changes: something was left out, added or replaced. */
export function mutateText(text: string, random: Random): string {
  let result = text;
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    const at = random.below(result.length + 1);
    const added = random.chance(0.7) ? (random.pick(junk) ?? '') : '';
    const removed = random.chance(0.5) ? 1 + random.below(4) : 0;
    result = result.slice(0, at) + added + result.slice(at + removed);
  }
  // Half a character cannot be sent to the oracle.
  return result.toWellFormed();
}
