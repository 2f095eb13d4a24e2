import type { Call, CallResult, ClientMessage, ServerMessage, Subscription, TopicEvent } from '../../protocol/index.ts';
import { exactJsonText, parseExactJson } from '../text/exact-json.ts';

/** The event of a subscription. */
export type EventOf<S extends Subscription> = Extract<TopicEvent, { readonly topic: S['topic'] }>;
/** The result of a call. */
export type ResultOf<C extends Call> = Extract<CallResult, { readonly do: C['do'] }>;

/** Reads a message of the server. Integers that a number cannot hold become bigints, as in the API's own types. */
export function readMessage(text: string): ServerMessage {
  return parseExactJson(text) as ServerMessage;
}

/** Writes a message to the server; bigints as integers. */
export function writeMessage(message: ClientMessage): string {
  return exactJsonText(message);
}

/** Whether an event belongs to a subscription. */
export function isEventOf<S extends Subscription>(to: S, event: TopicEvent): event is EventOf<S> {
  return event.topic === to.topic;
}

/** Whether a result is of the kind that a call has. */
export function isResultOf<C extends Call>(call: C, result: CallResult): result is ResultOf<C> {
  return result.do === call.do;
}
