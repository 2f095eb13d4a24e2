import type { Call, CallResult, ClientMessage, ServerMessage, Subscription, TopicEvent } from '../../protocol/index.ts';

/** The event of a subscription. */
export type EventOf<S extends Subscription> = Extract<TopicEvent, { readonly topic: S['topic'] }>;
/** The result of a call. */
export type ResultOf<C extends Call> = Extract<CallResult, { readonly do: C['do'] }>;

/** Integers past 2^53 are rare: texts without sixteen digits in a row are parsed without looking at each number. */
const LONG_NUMBER = /\d{16}/;

/** Reads a message of the server. Integers that a number cannot hold become bigints, as in the API's own types. */
export function readMessage(text: string): ServerMessage {
  const parsed: unknown = LONG_NUMBER.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
  return parsed as ServerMessage;
}

/** Writes a message to the server; bigints as integers. */
export function writeMessage(message: ClientMessage): string {
  return JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'bigint' ? exactJson.rawJSON(String(value)) : value,
  );
}

/** `JSON.rawJSON` and the source of numbers are in all browsers since 2025, but not yet in TypeScript's library. */
const exactJson = JSON as JSON & { rawJSON(text: string): unknown };

function exactInteger(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** Whether an event belongs to a subscription. */
export function isEventOf<S extends Subscription>(to: S, event: TopicEvent): event is EventOf<S> {
  return event.topic === to.topic;
}

/** Whether a result is of the kind that a call has. */
export function isResultOf<C extends Call>(call: C, result: CallResult): result is ResultOf<C> {
  return result.do === call.do;
}
