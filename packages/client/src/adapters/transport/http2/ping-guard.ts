import type { ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { ClientErrorCode } from '../../../errors/error-codes.ts';
import type { PingTimes } from './ping-times.ts';

/**
 * The timeout is split into this many slices, so that a blocked thread misses only one of them and does not mistake its
 * own pause for a dead connection.
 */
const SLICES = 10;

/**
 * Pings the peer of a session until it ends, and calls `onDead` when no answer arrives in time. TCP keep-alive is not
 * enough, because a load balancer may answer it although the server is gone. Does not keep the process alive. Returns a
 * function that stops the pings.
 */
export function guardByPings(
  session: ClientHttp2Session,
  socket: Socket,
  { every, timeout }: PingTimes,
  onDead: (error: Error) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let ended = false;

  const later = (delay: number, act: () => void): void => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(act, delay).unref();
  };
  const end = (): void => {
    ended = true;
    clearTimeout(timer);
    clearImmediate(immediate);
  };

  const ask = (): void => {
    if (session.destroyed) {
      // The session was closed, and waits for the peer to acknowledge it. No ping can be sent now, and nothing else
      // would end this wait if the peer is gone.
      later(timeout, () => onDead(lost(timeout)));
      return;
    }
    let answered = false;
    let heard = socket.bytesRead;
    let left = SLICES;
    const check = (): void => {
      if (answered || ended) return;
      if (socket.bytesRead !== heard) {
        // Data arrived, although not the answer yet: the peer sent other data before it.
        heard = socket.bytesRead;
        left = SLICES;
      } else if (left === 0) {
        onDead(lost(timeout));
        return;
      }
      awaitSlice();
    };
    const awaitSlice = (): void => {
      left -= 1;
      // Data that arrived while this thread was busy is read in the next turn.
      later(timeout / SLICES, () => {
        immediate = setImmediate(check);
      });
    };
    session.ping((error) => {
      if (error !== null) return;
      answered = true;
      later(every, ask);
    });
    awaitSlice();
  };

  later(every, ask);
  return end;
}

const lost = (timeout: number): Error =>
  Object.assign(new Error(`no answer to an HTTP/2 ping within ${timeout / 1000} s`), {
    code: 'KB_PING_UNANSWERED' satisfies ClientErrorCode,
  });
