/** Returns the length of `text` in bytes of UTF-8. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Two bytes up to U+07FF, else three; the two halves of a surrogate pair make four together.
    length += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return length;
}

/** Whether a text has more than `limit` code points. Stops early, because text or limit can be hostile. */
export function hasMoreCodePoints(text: string, limit: number | bigint): boolean {
  if (text.length <= limit) return false;
  let count = 0;
  for (let at = 0; at < text.length && count <= limit; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count > limit;
}

/** Whether a text has fewer than `limit` code points. */
export function hasFewerCodePoints(text: string, limit: number | bigint): boolean {
  // There are never more code points than UTF-16 units, so a number holds every limit that is compared further.
  return text.length < limit || !hasMoreCodePoints(text, Number(limit) - 1);
}
