import type { Feed, FeedListener } from './feed.ts';

/** Things that exist while a page uses them, by their keys. */
export interface Sharing<T extends Shared> {
  /** Opens a feed of a shared thing, which is created for the first user and stopped after the last one. */
  use(
    key: string,
    create: (failed: (error: unknown) => void) => T,
    user: FeedListener,
    open: (shared: T) => Feed,
  ): Feed;
}

/** What can be shared. */
export interface Shared {
  stop(): void;
}

/** Creates an empty {@link Sharing}. */
export function createSharing<T extends Shared>(): Sharing<T> {
  const all = new Map<string, { readonly shared: T; readonly users: Set<FeedListener> }>();
  return {
    use: (key, create, user, open) => {
      let entry = all.get(key);
      if (entry === undefined) {
        const users = new Set<FeedListener>();
        const failed = (error: unknown): void => {
          if (all.get(key)?.users === users) all.delete(key);
          for (const each of users) each.failed(error);
        };
        entry = { shared: create(failed), users };
        all.set(key, entry);
      }
      const { shared, users } = entry;
      users.add(user);
      const feed = open(shared);
      return {
        next: () => feed.next(),
        end: () => {
          feed.end();
          if (!users.delete(user) || users.size > 0) return;
          shared.stop();
          if (all.get(key)?.users === users) all.delete(key);
        },
      };
    },
  };
}
