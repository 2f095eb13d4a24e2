/**
 * The maximum number of characters of all warnings of a response. Above it, each is cut, and warnings beyond the limit
 * are dropped.
 */
const TOTAL_BUDGET = 4096;
const CUT_TO = 256;

const encoder = new TextEncoder();

/** Collects the warnings of one response. */
export class WarningRecorder {
  private readonly texts = new Set<string>();

  add(text: string): void {
    if (text !== '') this.texts.add(text);
  }

  /**
   * The values of the `Warning` headers. Headers are bytes: a character outside ASCII becomes one character for each
   * byte of its UTF-8.
   */
  headers(): string[] {
    let shown: string[] = [];
    let written = 0;
    let cutting = false;
    const seen: string[] = [];
    for (const text of this.texts) {
      if (cutting && written >= TOTAL_BUDGET) break;
      seen.push(text);
      const cut = cutting ? cutOff(text) : text;
      if (hasControlCharacters(cut)) continue;
      if (cutting || written + lengthOf(cut) <= TOTAL_BUDGET) {
        written += lengthOf(cut);
        shown.push(cut);
        continue;
      }
      cutting = true;
      shown = seen.map(cutOff).filter((each) => !hasControlCharacters(each));
      written = shown.reduce((sum, each) => sum + lengthOf(each), 0);
    }
    return shown.map((text) => asBytes(`299 - "${text.replace(/["\\]/g, '\\$&')}"`));
  }
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function cutOff(text: string): string {
  return Array.from(text).slice(0, CUT_TO).join('');
}

/** A text with any of these cannot be a header, and is not sent. */
function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function asBytes(text: string): string {
  const bytes = encoder.encode(text);
  return bytes.length === text.length ? text : String.fromCharCode(...bytes);
}
