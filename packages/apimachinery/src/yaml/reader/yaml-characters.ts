/** The end of the text, where a character code is expected. */
export const END = -1;

/** The code of the UTF-16 unit at an offset; {@link END} after the text. */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : END;
}

/** A space or a tab. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** The line breaks of YAML 1.1: LF, CR, NEL, and the line and paragraph separators. */
export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** A break, or the end of the text. */
export function isBreakOrEnd(code: number): boolean {
  return code === END || isBreak(code);
}

/** A space, a tab, a break, or the end of the text. */
export function isBlankOrEnd(code: number): boolean {
  return isBlank(code) || isBreakOrEnd(code);
}

/** A letter or digit of ASCII, `_` or `-`: what names of anchors and handles of tags are made of. */
export function isWordCharacter(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x5f ||
    code === 0x2d
  );
}

/** Characters that YAML does not allow. */
// oxlint-disable-next-line no-control-regex -- YAML allows a few of them, and these are its bounds.
const FOREIGN = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The offset of the first character that YAML does not allow; -1 when there is none. */
export function firstForeignCharacter(text: string): number {
  return text.search(FOREIGN);
}
