import { type Cancel, type Clock, messageOfThrown } from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import { seconds } from '../durations.ts';
import { checkNameOfCheck, type NotedCheck } from '../health/health-check.ts';
import type { HealthServer } from '../health/health-server.ts';
import type { ListeningAddress } from '../serving/http-server.ts';
import { receivedError } from './thread-log.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** The health server in the thread, for a manager. */
export interface ThreadHealthServer extends HealthServer {
  /** Handles a message of the thread about it. */
  receive(message: FromThread): void;
  /** Reports that the thread has ended: nothing serves probes any more. */
  threadEnded(error: Error): void;
}

/** A check fails when it has no result after this many seconds in which the event loop ran. */
const SECONDS_TO_ANSWER = 10;

/**
 * Makes the thread serve probes. The checks run here, and the thread gets their results. While something computes here,
 * the thread serves the last result of a check; a check that hangs while the event loop runs fails after 10 s, and its
 * signal is aborted.
 */
export function threadHealthServer(
  address: string,
  post: (message: ToThread) => void,
  clock: Pick<Clock, 'after'>,
): ThreadHealthServer {
  const checks = new Map<string, Map<string, NotedCheck>>([
    ['/healthz', new Map()],
    ['/readyz', new Map()],
  ]);
  const listening = Promise.withResolvers<ListeningAddress>();
  listening.promise.catch(() => undefined);
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => undefined);
  const closing = new AbortController();
  const running = new Set<string>();
  let isOver = false;

  const run = async (endpoint: string, name: string, check: NotedCheck): Promise<void> => {
    const id = `${endpoint}/${name}`;
    if (running.has(id)) return;
    running.add(id);
    const tell = (reason: string | null): void => {
      if (!isOver) post({ type: 'checked', endpoint, results: { [name]: reason } });
    };
    const scope = abortScope(closing.signal);
    const stopCounting = afterLoopSeconds(clock, SECONDS_TO_ANSWER, () => {
      const overdue = new Error(`it has not finished within ${SECONDS_TO_ANSWER} s`);
      scope.abort(overdue);
      tell(overdue.message);
    });
    let reason: string | null = null;
    try {
      await check(scope.signal);
    } catch (error) {
      reason = messageOfThrown(error);
    }
    stopCounting();
    scope.close();
    running.delete(id);
    tell(reason);
  };

  const add = (endpoint: string, name: string, check: NotedCheck): void => {
    checkNameOfCheck(endpoint, name);
    const known = checks.get(endpoint);
    if (known?.has(name)) throw new TypeError(`there are two checks named "${name}" at ${endpoint}`);
    known?.set(name, check);
    if (!isOver) post({ type: 'checks', endpoint, names: [name] });
  };
  const stop = (cut: boolean): void => {
    if (!isOver) post({ type: 'stop-serving', cut });
    if (cut) closing.abort(new Error('the health probe server was closed'));
  };
  post({ type: 'serve', address });

  return {
    name: 'health probe server',
    group: 'http-servers',
    listening: listening.promise,
    start: async (signal) => {
      await listening.promise;
      if (!isOver) post({ type: 'start-serving' });
      const onAbort = (): void => stop(false);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
      await ended.promise;
    },
    ready: async () => {
      await listening.promise;
    },
    close: async () => {
      stop(true);
      await Promise.allSettled([listening.promise.then(() => ended.promise)]);
    },
    addHealthzCheck: (name, check) => add('/healthz', name, check),
    addReadyzCheck: (name, check) => add('/readyz', name, check),
    receive: (message) => {
      switch (message.type) {
        case 'listening':
          listening.resolve(message.address);
          return;
        case 'not-listening':
          listening.reject(receivedError(message.error));
          ended.reject(receivedError(message.error));
          return;
        case 'served':
          ended.resolve();
          return;
        case 'check':
          for (const [name, check] of checks.get(message.endpoint) ?? []) void run(message.endpoint, name, check);
          return;
        default:
      }
    },
    threadEnded: (error) => {
      isOver = true;
      listening.reject(error);
      ended.reject(error);
    },
  };
}

/** Calls back when the event loop has run for this many seconds, not counting time in which it was blocked. */
function afterLoopSeconds(clock: Pick<Clock, 'after'>, count: number, call: () => void): Cancel {
  let left = count;
  const tick = (): void => {
    left -= 1;
    if (left === 0) call();
    else cancel = clock.after(seconds(1), tick);
  };
  let cancel = clock.after(seconds(1), tick);
  return () => cancel();
}
