/** How many characters all warnings of an answer may have together; beyond that, each is cut, and what does not fit is left out. */
const TOTAL_BUDGET = 4096;
const CUT_TO = 256;

/** Collects the warnings of one answer. */
export class WarningRecorder {
  private readonly texts = new Set<string>();

  add(text: string): void {
    // Nothing that would end a header.
    const clean = text.replace(/\p{Cc}/gu, '').trim();
    if (clean !== '') this.texts.add(clean);
  }

  /** The values of the `Warning` headers. */
  headers(): string[] {
    const all = [...this.texts];
    const total = all.reduce((sum, text) => sum + Array.from(text).length, 0);
    const shown = total > TOTAL_BUDGET ? fit(all) : all;
    return shown.map((text) => `299 - "${text.replace(/["\\]/g, '\\$&')}"`);
  }
}

function fit(texts: readonly string[]): string[] {
  let left = TOTAL_BUDGET;
  return texts
    .map((text) => Array.from(text).slice(0, CUT_TO).join(''))
    .filter((text) => (left -= Array.from(text).length) >= 0);
}
