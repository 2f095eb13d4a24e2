import type { StorageEvent } from './stored-object.ts';

/**
 * The last events of one collection, oldest first, at most `capacity` of them: what watches resume from, and what older states are worked out from. A ring,
 * so that recording costs the same however many are kept.
 */
export class EventHistory {
  private readonly capacity: number;
  private readonly ring: StorageEvent[] = [];
  /** Where the oldest event stands once the ring is full. */
  private head = 0;
  private forgotten: number;

  /** `start`: the revision before which nothing is known. */
  constructor(capacity: number, start: number) {
    this.capacity = capacity;
    this.forgotten = start;
  }

  /** The newest revision that is no longer known: states and events after it can be told, those of older revisions cannot. */
  get floor(): number {
    return this.forgotten;
  }

  record(event: StorageEvent): void {
    if (this.ring.length < this.capacity) {
      this.ring.push(event);
      return;
    }
    const oldest = this.ring[this.head];
    if (oldest) this.forgotten = Math.max(this.forgotten, oldest.revision);
    this.ring[this.head] = event;
    this.head = (this.head + 1) % this.capacity;
  }

  /** The events after `revision`, oldest first. */
  since(revision: number): StorageEvent[] {
    let low = 0;
    let high = this.ring.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle).revision > revision) high = middle;
      else low = middle + 1;
    }
    const events: StorageEvent[] = [];
    for (let index = low; index < this.ring.length; index += 1) events.push(this.at(index));
    return events;
  }

  /** Forgets every event up to `revision`, as etcd's compaction does. */
  compact(revision: number): void {
    const kept = this.since(revision);
    this.ring.length = 0;
    this.ring.push(...kept);
    this.head = 0;
    this.forgotten = Math.max(this.forgotten, revision);
  }

  private at(index: number): StorageEvent {
    const event = this.ring[(this.head + index) % this.ring.length];
    if (!event) throw new RangeError(`the history has no event ${index}`);
    return event;
  }
}
