import type { ObjectKeyLike } from '@kb/apimachinery';
import { InvalidRequestError } from '../errors/invalid-request-error.ts';
import { StreamError } from '../errors/stream-error.ts';
import type { PortConnection } from '../container-streams.ts';
import type { CallOptions } from '../call-options.ts';
import type { RestConfig } from '../rest/request/rest-config.ts';
import { openChannel } from './open-channel.ts';
import { podTarget } from './pod-target.ts';
import { sendOn } from './send-input.ts';
import type { WebSocketChannel } from './web-socket.ts';

/**
 * Every server has this protocol. It carries one connection to each port of a WebSocket, and cannot end one direction
 * alone.
 */
const protocols = ['v4.channel.k8s.io'];
const DATA = 0;
const ERROR = 1;
/** Each channel begins with the number of its port, in two bytes. */
const PORT_LENGTH = 2;
/** How much of the error of a port is kept, in characters. */
const MAX_ERROR = 64 << 10;

/** Connects to a port of a Pod. */
export async function connectToPort(
  config: RestConfig,
  key: ObjectKeyLike,
  port: number,
  options: CallOptions = {},
): Promise<PortConnection> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new InvalidRequestError('KB_INVALID_PORT', `${String(port)} is not a port: it is a number from 1 to 65535`);
  }
  const target = podTarget(key, 'portforward');
  const socket = await openChannel(config, { ...target, query: [['ports', port]] }, protocols, options);
  const close = (): void => socket.close();
  return {
    readable: received(socket, port),
    write: (bytes) => sendOn(socket, DATA, bytes),
    close,
    [Symbol.asyncDispose]: () => Promise.resolve(close()),
  };
}

async function* received(socket: WebSocketChannel, port: number): AsyncIterable<Uint8Array> {
  const unread = new Map([
    [DATA, PORT_LENGTH],
    [ERROR, PORT_LENGTH],
  ]);
  const decoder = new TextDecoder();
  let error = '';
  for await (const message of socket.messages) {
    const [channel = -1] = message;
    const skipped = Math.min(unread.get(channel) ?? 0, message.length - 1);
    unread.set(channel, (unread.get(channel) ?? 0) - skipped);
    const payload = message.subarray(1 + skipped);
    if (payload.length === 0) continue;
    if (channel === DATA) yield payload;
    else if (channel === ERROR && error.length < MAX_ERROR) error += decoder.decode(payload, { stream: true });
  }
  if (error !== '')
    throw new StreamError('KB_PORT_FORWARD_FAILED', `port ${port} of the Pod: ${error.slice(0, MAX_ERROR)}`);
}
