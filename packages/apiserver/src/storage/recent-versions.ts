/** A version of an object that is kept as JSON and, for a while, also as the parsed object. */
export interface ReadVersion {
  /** The JSON of the object. */
  readonly text: string;
  /** Forgets the parsed object. */
  forgetObject(): void;
}

/**
 * Keeps the parsed objects of the versions that were used last among those no longer stored: the response to a delete
 * and resuming watches soon need them again. The total length of their JSON is limited. A WeakRef would not do: it
 * holds its object until the event loop turns.
 */
export class RecentVersions {
  private readonly limit: number;
  private versions: (ReadVersion | undefined)[] = [];
  private head = 0;
  private length = 0;

  /** Creates an empty set. `limit` is in characters of JSON; the last version is kept even if it is longer. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Adds a version whose object is kept from now on. It must not be in the set yet. */
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
