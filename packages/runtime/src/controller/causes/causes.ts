import { formatObjectKey, keyOf, type ObjectKey } from '@kb/apimachinery';
import type { AnyResource } from '../../resources.ts';
import { changedFields } from './changed-fields.ts';
import { isRepeated, type WatchedEvent } from '../watch/watched-event.ts';

/**
 * One reason why a key is reconciled: an event, or a request of the last run (`retry` after an error, `requeue` after
 * requeueAfter). For logs, metrics and people: a reconciler must decide by the state of the cluster, since events may
 * be lost.
 */
export interface ReconcileCause {
  readonly type: WatchedEvent['type'] | 'retry' | 'requeue';
  /** The source of the event, such as `watch source: Widget`; empty for `retry` and `requeue`. */
  readonly source: string;
  /** The kind of the event's object; absent without one. */
  readonly kind: string | undefined;
  /** The key of the event's object. */
  readonly object: ObjectKey | undefined;
  /** The fields that an update changed: at most ten, computed when they are read. Empty for other causes. */
  readonly changed: readonly string[];
  /** The event repeated a known state: the informer's resync. */
  readonly resync: boolean;
  /** The object existed before this process began to watch. */
  readonly initial: boolean;
  /** `Widget default/web updated: spec.size`. */
  toString(): string;
}

/** How many causes are kept for a key; later ones are dropped. */
export const MAX_CAUSES = 8;

const pastTense = { create: 'created', update: 'updated', delete: 'deleted', generic: 'happened' } as const;

/** A cause that is an event. Its members are computed when they are read, which is rare. */
export class EventCause implements ReconcileCause {
  readonly source: string;
  readonly resource: AnyResource | undefined;
  readonly event: WatchedEvent;
  #changed: readonly string[] | undefined;

  constructor(source: string, resource: AnyResource | undefined, event: WatchedEvent) {
    this.source = source;
    this.resource = resource;
    this.event = event;
  }

  get type(): WatchedEvent['type'] {
    return this.event.type;
  }

  get kind(): string | undefined {
    return this.resource?.kind;
  }

  get object(): ObjectKey | undefined {
    return this.resource && keyOf(this.event.object);
  }

  get changed(): readonly string[] {
    const { event } = this;
    if (event.type !== 'update' || this.resync) return [];
    this.#changed ??= changedFields(event.objectOld, event.object);
    return this.#changed;
  }

  get resync(): boolean {
    const { event } = this;
    return event.type === 'update' && isRepeated(event);
  }

  get initial(): boolean {
    return this.event.type === 'create' && this.event.isInInitialList;
  }

  toString(): string {
    const { event, object } = this;
    if (!object) return this.source;
    const what = `${this.kind} ${formatObjectKey(object)}`;
    if (this.resync) return `${what} resynced`;
    if (this.initial) return `${what} existed before the watch began`;
    const fields = this.changed;
    return `${what} ${pastTense[event.type]}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`;
  }
}

const ownWish = (type: 'retry' | 'requeue', text: string): ReconcileCause => ({
  type,
  source: '',
  kind: undefined,
  object: undefined,
  changed: [],
  resync: false,
  initial: false,
  toString: () => text,
});

/** The last run failed and is retried. */
export const retryCause: ReconcileCause = ownWish('retry', 'retry after an error');
/** The last run asked to be run again. */
export const requeueCause: ReconcileCause = ownWish('requeue', 'requeue');

/** The causes of the queued keys. */
export interface Causes {
  add(item: string, cause: ReconcileCause): void;
  /** Returns the causes of a key that is handed out, and forgets them. */
  take(item: string): readonly ReconcileCause[];
  /** Puts taken causes back, before those that were added since. */
  putBack(item: string, causes: readonly ReconcileCause[]): void;
  clear(): void;
}

const none: readonly ReconcileCause[] = [];

/** Creates an empty collection. */
export function createCauses(): Causes {
  /** One cause (nearly always), or several. */
  const held = new Map<string, ReconcileCause | ReconcileCause[]>();

  const add = (item: string, cause: ReconcileCause): void => {
    const known = held.get(item);
    if (known === undefined) held.set(item, cause);
    else if (!Array.isArray(known)) {
      if (known !== cause) held.set(item, [known, cause]);
    } else if (known.length < MAX_CAUSES && known.at(-1) !== cause) known.push(cause);
  };

  return {
    add,
    take: (item) => {
      const known = held.get(item);
      if (known === undefined) return none;
      held.delete(item);
      return Array.isArray(known) ? known : [known];
    },
    putBack: (item, causes) => {
      const since = held.get(item);
      held.set(item, [...causes]);
      if (since === undefined) return;
      for (const cause of Array.isArray(since) ? since : [since]) add(item, cause);
    },
    clear: () => held.clear(),
  };
}
