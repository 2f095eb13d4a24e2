import { HistoryBudget } from './history-budget.ts';
import type { StorageEvent } from './stored-object.ts';

/**
 * So many events are kept however old they are, as long as the bytes allow it: watches of a quiet resource can resume
 * after hours, as on kube-apiserver.
 */
const KEPT_ALWAYS = 100;

/** What an event takes in memory beside the texts of its objects, about. */
const EVENT_BYTES = 256;

interface KeptEvent {
  readonly event: StorageEvent;
  /** What would be free without it. */
  bytes: number;
}

/**
 * The last events of one collection, oldest first: what watches resume from, and what older states are worked out from.
 * Recording costs the same however many are kept.
 */
export class EventHistory {
  private readonly capacity: number;
  private readonly budget: HistoryBudget;
  /** From `head` on; what was before is undefined, and cut off now and then. */
  private events: (KeptEvent | undefined)[] = [];
  private head = 0;
  private forgotten: number;
  private held = 0;

  /**
   * `capacity`: the most events that are kept. `start`: the revision before which nothing is known. `budget`: what
   * limits the bytes.
   */
  constructor(capacity: number, start: number, budget: HistoryBudget = new HistoryBudget(Infinity)) {
    this.capacity = capacity;
    this.forgotten = start;
    this.budget = budget;
  }

  /**
   * The newest revision that is no longer known: states and events after it are known, those of older revisions are
   * not.
   */
  get floor(): number {
    return this.forgotten;
  }

  /** How many bytes the events hold, about: texts of versions that are no longer stored. */
  get bytes(): number {
    return this.held;
  }

  record(event: StorageEvent): void {
    this.events.push({ event, bytes: 0 });
    this.add(this.at(this.events.length - 1), EVENT_BYTES);
    if (this.size > this.capacity) this.dropOldest();
    this.budget.enforce();
  }

  /** Notes that an event holds texts of this length from now on. */
  weigh(event: StorageEvent, length: number): void {
    const kept = this.events[this.indexAfter(event.revision - 1)];
    // It was dropped already where there are more events than the capacity in one announcement.
    if (kept?.event === event) this.add(kept, length);
    this.budget.enforce();
  }

  /** The events after `revision`, oldest first. */
  since(revision: number): StorageEvent[] {
    const events: StorageEvent[] = [];
    for (let index = this.indexAfter(revision); index < this.events.length; index += 1)
      events.push(this.at(index).event);
    return events;
  }

  /** Forgets events up to `revision`, apart from the last hundred. */
  trim(revision: number): void {
    while (this.size > KEPT_ALWAYS && this.oldest <= revision) this.dropOldest();
  }

  /** Forgets every event up to `revision`. */
  forget(revision: number): void {
    while (this.size > 0 && this.oldest <= revision) this.dropOldest();
    this.forgotten = Math.max(this.forgotten, revision);
  }

  /** Forgets the oldest event. There must be one. */
  dropOldest(): void {
    const kept = this.at(this.head);
    this.forgotten = Math.max(this.forgotten, kept.event.revision);
    this.add(kept, -kept.bytes);
    this.events[this.head] = undefined;
    this.head += 1;
    if (this.head > KEPT_ALWAYS && this.head * 2 > this.events.length) {
      this.events = this.events.slice(this.head);
      this.head = 0;
    }
  }

  private get size(): number {
    return this.events.length - this.head;
  }

  /** The revision of the oldest event. There must be one. */
  private get oldest(): number {
    return this.at(this.head).event.revision;
  }

  private add(kept: KeptEvent, bytes: number): void {
    kept.bytes += bytes;
    this.held += bytes;
    this.budget.changed(this, bytes);
  }

  /** The index of the first event after `revision`. */
  private indexAfter(revision: number): number {
    let low = this.head;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle).event.revision > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private at(index: number): KeptEvent {
    const event = this.events[index];
    if (!event) throw new RangeError(`the history has no event ${index}`);
    return event;
  }
}
