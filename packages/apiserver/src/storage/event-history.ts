import type { StorageEvent } from './stored-object.ts';

/**
 * So many events are kept however old they are: watches of a quiet resource can resume after hours, as on
 * kube-apiserver.
 */
const KEPT_ALWAYS = 100;

/**
 * The last events of one collection, oldest first: what watches resume from, and what older states are worked out from.
 * Recording costs the same however many are kept.
 */
export class EventHistory {
  private readonly capacity: number;
  /** From `head` on; what was before is undefined, and cut off now and then. */
  private events: (StorageEvent | undefined)[] = [];
  private head = 0;
  private forgotten: number;

  /** `capacity`: the most events that are kept. `start`: the revision before which nothing is known. */
  constructor(capacity: number, start: number) {
    this.capacity = capacity;
    this.forgotten = start;
  }

  /**
   * The newest revision that is no longer known: states and events after it are known, those of older revisions are
   * not.
   */
  get floor(): number {
    return this.forgotten;
  }

  record(event: StorageEvent): void {
    this.events.push(event);
    if (this.size > this.capacity) this.dropOldest();
  }

  /** The events after `revision`, oldest first. */
  since(revision: number): StorageEvent[] {
    let low = this.head;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle).revision > revision) high = middle;
      else low = middle + 1;
    }
    return this.events.slice(low).filter((event) => event !== undefined);
  }

  /** Forgets events up to `revision`, apart from the last hundred. */
  trim(revision: number): void {
    while (this.size > KEPT_ALWAYS && this.at(this.head).revision <= revision) this.dropOldest();
  }

  /** Forgets every event up to `revision`. */
  forget(revision: number): void {
    while (this.size > 0 && this.at(this.head).revision <= revision) this.dropOldest();
    this.forgotten = Math.max(this.forgotten, revision);
  }

  private get size(): number {
    return this.events.length - this.head;
  }

  private dropOldest(): void {
    this.forgotten = Math.max(this.forgotten, this.at(this.head).revision);
    this.events[this.head] = undefined;
    this.head += 1;
    if (this.head > KEPT_ALWAYS && this.head * 2 > this.events.length) {
      this.events = this.events.slice(this.head);
      this.head = 0;
    }
  }

  private at(index: number): StorageEvent {
    const event = this.events[index];
    if (!event) throw new RangeError(`the history has no event ${index}`);
    return event;
  }
}
