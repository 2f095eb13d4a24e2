/** The most findings about one document, and the most text that they have, in characters. */
const MOST = 10_000;
const MOST_TEXT = 4 * 1024 * 1024;

/**
 * The texts that field validation reports about a document: the first ones, because all paths together can be much
 * longer than the document. A class, because it is filled while the document is read.
 */
export class Findings {
  readonly texts: string[] = [];
  private readonly most: number;
  private length = 0;

  /** `most`: how many there may be. Default: 10,000. */
  constructor(most: number = MOST) {
    this.most = most;
  }

  /** Whether no more are added. */
  get isFull(): boolean {
    return this.texts.length >= this.most || this.length >= MOST_TEXT;
  }

  add(text: string): void {
    if (this.isFull) return;
    this.texts.push(text);
    this.length += text.length;
  }

  /** Drops all after the first `count`. */
  dropAfter(count: number): void {
    for (const text of this.texts.splice(count)) this.length -= text.length;
  }
}
