/** A version of an object of which the text is kept, and for a while what was read from it. */
export interface ReadVersion {
  /** The text. */
  readonly text: string;
  /** Forgets what was read from the text. */
  forgetObject(): void;
}

/**
 * The versions that are no longer stored and were used last, with their objects: the answer to a deletion and the
 * watches that resume read them soon again. Up to a length of their texts, so that they are forgotten without a turn of
 * the event loop, which a WeakRef waits for.
 */
export class RecentVersions {
  private readonly limit: number;
  private versions: (ReadVersion | undefined)[] = [];
  private head = 0;
  private length = 0;

  /** `limit`: in characters of the texts; the last version is kept even when it is longer. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Adds a version whose object is kept from now on. It must not be among them. */
  add(version: ReadVersion): void {
    this.versions.push(version);
    this.length += version.text.length;
    while (this.length > this.limit && this.versions.length - this.head > 1) this.forgetFirst();
  }

  private forgetFirst(): void {
    const first = this.versions[this.head];
    this.versions[this.head] = undefined;
    this.head += 1;
    if (this.head * 2 > this.versions.length) {
      this.versions = this.versions.slice(this.head);
      this.head = 0;
    }
    if (!first) return;
    this.length -= first.text.length;
    first.forgetObject();
  }
}
