/** A question to the thread of the watchers. */
export type WatchersQuestion =
  /** Open watches; the reply comes when the server has responded to all of them. */
  | { readonly type: 'open'; readonly group: string; readonly paths: readonly string[] }
  /** Close them; the reply comes when their streams are closed. */
  | { readonly type: 'close'; readonly group: string }
  /** Report how many events have arrived. */
  | { readonly type: 'count'; readonly group: string };

/** The reply. */
export interface WatchersAnswer {
  /** How many events the group has received so far. */
  readonly events: number;
}
