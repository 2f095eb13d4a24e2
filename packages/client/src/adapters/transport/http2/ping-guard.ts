import type { ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { ClientErrorCode } from '../../../errors/error-codes.ts';
import type { PingTimes } from './ping-times.ts';

/**
 * The time for an answer is waited for in so many parts: a thread that stands still for all of it has missed one part,
 * and has not even sent what it would be the answer to.
 */
const SLICES = 10;

/**
 * Pings the other side of a session for as long as it lasts, and calls `onDead` when there is no answer in time. TCP
 * asks, too, but whatever stands on the way may answer that: only a ping passes a load balancer whose other side has
 * gone. Keeps no process alive. Returns a function that ends it.
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
      // It was closed, and waits for the other side to say that it has heard so: no ping can be sent, and nothing else
      // would end the wait for a side that is gone.
      later(timeout, () => onDead(lost(timeout)));
      return;
    }
    let answered = false;
    let heard = socket.bytesRead;
    let left = SLICES;
    const check = (): void => {
      if (answered || ended) return;
      if (socket.bytesRead !== heard) {
        // Something came, if not the answer: much else was sent before it.
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
      // What came while this thread computed is read in the turn that follows.
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
