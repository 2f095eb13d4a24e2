import { HistoryBudget } from './history-budget.ts';
import type { StorageEvent } from './stored-object.ts';

/**
 * The number of events that are kept however old they are, if the limit of bytes allows it: watches of a quiet resource
 * can resume after hours, as on kube-apiserver.
 */
const KEPT_ALWAYS = 100;

/** The approximate memory of an event, without the JSON of its objects. */
const EVENT_BYTES = 256;

interface KeptEvent {
  readonly event: StorageEvent;
  /** The number of bytes that dropping the event would free. */
  bytes: number;
}

/**
 * The last events of one collection, oldest first. Watches resume from them, and older states are computed from them.
 * Recording an event costs the same however many are kept.
 */
export class EventHistory {
  private readonly capacity: number;
  private readonly start: number;
  private readonly budget: HistoryBudget;
  /** The events, from index `head` on; earlier entries are undefined, and are cut off now and then. */
  private events: (KeptEvent | undefined)[] = [];
  private head = 0;
  private forgotten: number;
  private held = 0;

  /**
   * Creates an empty history. `capacity` is the maximum number of events, `start` the revision before which nothing is
   * known, and `budget` limits the bytes.
   */
  constructor(capacity: number, start: number, budget: HistoryBudget = new HistoryBudget(Infinity)) {
    this.capacity = capacity;
    this.forgotten = start;
    this.start = start;
    this.budget = budget;
  }

  /** The revision from which the history is complete: events after it, and the states that they lead to, are known. */
  get floor(): number {
    return this.forgotten;
  }

  /** The revision of the last event that was forgotten; 0 if none was. */
  get lastForgotten(): number {
    return this.forgotten > this.start ? this.forgotten : 0;
  }

  /** The revision of the oldest event; Infinity without one. */
  get oldestRevision(): number {
    return this.size > 0 ? this.oldest : Infinity;
  }

  /** The approximate number of bytes that the events hold: the JSON of versions that are no longer stored. */
  get bytes(): number {
    return this.held;
  }

  record(event: StorageEvent): void {
    this.events.push({ event, bytes: 0 });
    this.add(this.at(this.events.length - 1), EVENT_BYTES);
    if (this.size > this.capacity) this.dropOldest();
    this.budget.enforce();
  }

  /** Records that an event now holds JSON of this length. */
  weigh(event: StorageEvent, length: number): void {
    const kept = this.events[this.indexAfter(event.revision - 1)];
    // The event has already been dropped if one announcement has more events than the capacity.
    if (kept?.event === event) this.add(kept, length);
    this.budget.enforce();
  }

  /** Returns the events after `revision`, oldest first. */
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

  /** Returns the index of the first event after `revision`. */
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
