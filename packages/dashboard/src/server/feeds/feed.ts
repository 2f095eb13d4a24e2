import type { TopicEvent } from '../../protocol/index.ts';

/**
 * What one subscription of one page does not know yet. Events are made when the page can take them, so a page that does
 * not read costs no more than the difference at the end.
 */
export interface Feed {
  /** Takes the next event; undefined when the page knows everything. */
  next(): TopicEvent | undefined;
  end(): void;
}

/** The subscription of a feed. */
export interface FeedListener {
  /** There may be something to take. */
  readonly changed: () => void;
  /** The subscription has ended, with an error. */
  readonly failed: (error: unknown) => void;
}

/** Opens a feed. `changed` is called when there is a first event to take, which may be at once. */
export type OpenFeed = (listener: FeedListener) => Feed;

/** A value of which a page needs the newest only. */
export interface LatestValue<E extends TopicEvent> {
  set(event: E): void;
  readonly open: OpenFeed;
}

/** Creates a {@link LatestValue}, which is shared by all pages. */
export function createLatestValue<E extends TopicEvent>(): LatestValue<E> {
  const waiting = new Set<() => void>();
  let latest: E | undefined;
  return {
    set: (event) => {
      latest = event;
      for (const wake of waiting) wake();
    },
    open: ({ changed }) => {
      let sent: E | undefined;
      waiting.add(changed);
      if (latest !== undefined) changed();
      return {
        next: () => {
          if (latest === sent) return undefined;
          sent = latest;
          return sent;
        },
        end: () => void waiting.delete(changed),
      };
    },
  };
}

/** Opens a feed of one event, which is read once. */
export function oneEvent<E extends TopicEvent>(
  { changed, failed }: FeedListener,
  read: (signal: AbortSignal) => Promise<E>,
): Feed {
  const ended = new AbortController();
  let event: E | undefined;
  const load = async (): Promise<void> => {
    try {
      event = await read(ended.signal);
      changed();
    } catch (error) {
      if (!ended.signal.aborted) failed(error);
    }
  };
  void load();
  return {
    next: () => {
      const taken = event;
      event = undefined;
      return taken;
    },
    end: () => ended.abort(new Error('the page has left')),
  };
}
