/**
 * Characters that change how a text looks without being seen: control characters except tabs and ends of lines,
 * separators of lines, and marks that turn its direction.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** A text from the cluster as it is shown: what could make it look like another one is written as an escape. */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Whether a text has characters that {@link visibleText} writes as escapes. */
export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN) >= 0;
}
