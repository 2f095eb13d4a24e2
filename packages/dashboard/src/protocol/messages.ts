import type { Call, CallResult } from './calls.ts';
import type { Failure } from './objects.ts';
import type { Subscription, TopicEvent } from './topics.ts';

/**
 * What the page sends over its one WebSocket, as JSON texts. `id` is chosen by the page, unique among what is open.
 * The server answers each `call` with one `result` or `failure`, and a `subscribe` with `event`s until `unsubscribe` or
 * a `failure`, which ends the subscription.
 */
export type ClientMessage =
  | { readonly type: 'subscribe'; readonly id: number; readonly to: Subscription }
  | { readonly type: 'unsubscribe'; readonly id: number }
  | { readonly type: 'call'; readonly id: number; readonly call: Call };

/** What the server sends. */
export type ServerMessage =
  | { readonly type: 'event'; readonly id: number; readonly event: TopicEvent }
  | { readonly type: 'result'; readonly id: number; readonly result: CallResult }
  | { readonly type: 'failure'; readonly id: number; readonly failure: Failure };
