/**
 * Removes characters from the end of a text, in linear time: an expression such as `/ +$/` takes quadratic time for
 * a run that other characters follow. `characters`: all of them in one string, such as `'. '`.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes characters from the beginning and the end of a text; see {@link trimEndOf}. */
export function trimBothOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), characters);
}
