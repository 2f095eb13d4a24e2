import { getOwn, parseJson } from '@kb/apimachinery/codec';
import { type JsonObject, messageOfThrown } from '@kb/apimachinery';
import type { ClientMessage, Subscription } from '../../protocol/index.ts';
import { asRecord, booleanOf, integerOf, MessageError, oneOf, optionalText } from './fields.ts';
import { readCall } from './read-call.ts';
import { optional, readKind, readRef } from './read-ref.ts';

/** A message of a page, or why it is not one; `id` is that of the message, if it has one. */
export type ReadMessage =
  { readonly message: ClientMessage } | { readonly problem: string; readonly id: number | undefined };

/** Reads a message of a page, which may be anything. */
export function readMessage(bytes: Uint8Array): ReadMessage {
  let id: number | undefined;
  try {
    const record = asRecord(parseJson(bytes), 'a message');
    id = integerOf(record, 'id', 0, Number.MAX_SAFE_INTEGER);
    const type = oneOf(record, 'type', ['subscribe', 'unsubscribe', 'call']);
    switch (type) {
      case 'subscribe':
        return { message: { type, id, to: readSubscription(asRecord(getOwn(record, 'to'), 'to')) } };
      case 'unsubscribe':
        return { message: { type, id } };
      case 'call':
        return { message: { type, id, call: readCall(asRecord(getOwn(record, 'call'), 'call')) } };
    }
  } catch (error) {
    const why = error instanceof MessageError ? error.message : `it cannot be read: ${messageOfThrown(error)}`;
    return { problem: `The message does not follow the protocol: ${why}.`, id };
  }
}

const topics = ['session', 'kinds', 'rows', 'object', 'tree', 'operator', 'history'] as const;

/** Reads what a page subscribes to. Throws a MessageError. */
function readSubscription(to: JsonObject): Subscription {
  const topic = oneOf(to, 'topic', topics);
  switch (topic) {
    case 'rows': {
      const namespace = optionalText(to, 'namespace');
      const kind = readKind(to, 'kind');
      // An empty namespace stands for all of them.
      return { topic, kind, ...optional('namespace', namespace === '' ? undefined : namespace), ...at(to) };
    }
    case 'object':
      return { topic, ref: readRef(to), reveal: booleanOf(to, 'reveal', false), ...at(to) };
    case 'tree':
      return { topic, ref: readRef(to), ...at(to) };
    default:
      return { topic };
  }
}

function at(to: JsonObject): { readonly at?: string } {
  return optional('at', optionalText(to, 'at'));
}
