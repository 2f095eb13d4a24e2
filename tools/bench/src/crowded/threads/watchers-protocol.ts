/** What the thread of the watchers is asked. */
export type WatchersQuestion =
  /** Open watches; answered when the server has answered all of them. */
  | { readonly type: 'open'; readonly group: string; readonly paths: readonly string[] }
  /** Close them; answered when their connections are closed. */
  | { readonly type: 'close'; readonly group: string }
  /** How many events came. */
  | { readonly type: 'count'; readonly group: string };

/** What it answers. */
export interface WatchersAnswer {
  /** How many events the group has got so far. */
  readonly events: number;
}
