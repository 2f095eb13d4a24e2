/** Cuts a line without colours to a number of columns, the last of which is then an ellipsis. */
export function fitLine(text: string, columns: number | undefined): string {
  if (columns === undefined || columns < 1) return text;
  // Not more columns than code units: such a line fits, and counting is not needed.
  if (text.length * 2 <= columns) return text;
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) return `${text.slice(0, cutAt(text, end, columns))}…`;
    end += character.length;
  }
  return text;
}

/** Where to cut, so that an ellipsis fits behind. */
function cutAt(text: string, end: number, columns: number): number {
  let width = 0;
  let position = 0;
  for (const character of text.slice(0, end)) {
    width += widthOf(character);
    if (width > columns - 1) break;
    position += character.length;
  }
  return position;
}

/** How many columns a terminal gives a character: two for those of East Asian scripts and for emoji. */
function widthOf(character: string): number {
  if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) return 0;
  return /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\uff01-\uff60]/u.test(
    character,
  )
    ? 2
    : 1;
}
