/**
 * A text without some characters at its end, each looked at once: an expression such as `/ +$/` takes time with the
 * square of a run of them that something else follows. `characters`: each of them, such as `'. '`.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A text without some characters at its beginning and its end; see {@link trimEndOf}. */
export function trimBothOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), characters);
}
