import type { Clock, HttpRequest, HttpResponse, Random, Transport } from '@kb/apimachinery';
import { connectionError, goneAnswer, lost, serverErrors, tooManyAnswer } from './fault-answers.ts';
import { drawFault, type FaultRates, type OpeningFault, type RequestFault, type StreamFault } from './fault-rates.ts';
import { faultyStream } from './faulty-stream.ts';

/** Options of {@link faultyTransport}. */
export interface FaultyTransportOptions {
  readonly clock: Clock;
  /** Decides the faults: the same numbers give the same faults. */
  readonly random: Random;
  readonly rates: FaultRates;
}

/** The faults of a {@link faultyTransport} so far. */
export type FaultCounts = Readonly<Partial<Record<RequestFault | OpeningFault | StreamFault | 'partitioned', number>>>;

/** A transport with random faults. */
export interface FaultyTransport extends Transport {
  /** The number of times each fault happened. */
  readonly counts: FaultCounts;
  /** The number of open watches, silent ones included. */
  readonly openStreams: number;
  /** Switches faults on or off. Switching off cuts silent streams, and restores a cut connection. */
  active: boolean;
  /**
   * Cuts the connection to the server until called with `false`: requests get no response, and open watches fall
   * silent. Pending requests break when it is restored.
   */
  partition(cut: boolean): void;
  /** Breaks every open watch. */
  cutStreams(): void;
}

/** The time after which a client gives up without a response, as `createTransport` does. */
const answerTimeout = 75_000;

/**
 * Wraps a transport so that requests and watches fail at random: see {@link RequestFault}, {@link OpeningFault} and
 * {@link StreamFault}.
 */
export function faultyTransport(transport: Transport, options: FaultyTransportOptions): FaultyTransport {
  const { clock, random, rates } = options;
  const counts: Partial<Record<RequestFault | OpeningFault | StreamFault | 'partitioned', number>> = {};
  const streams = new Set<AbortController>();
  let active = true;
  let calm = Promise.withResolvers<void>();
  let partition: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  const count = (fault: keyof typeof counts): void => {
    counts[fault] = (counts[fault] ?? 0) + 1;
  };

  /** Never responds, as far as the client can tell. */
  const unanswered = async (signal: AbortSignal | undefined): Promise<never> => {
    await clock.sleep(answerTimeout, signal);
    throw connectionError('KB_ANSWER_TIMEOUT', 'no answer');
  };

  const refusal = (fault: RequestFault | OpeningFault): HttpResponse | undefined => {
    switch (fault) {
      case 'refused':
        throw connectionError('KB_CONNECTION_REFUSED', 'nothing listens');
      case 'too-many-requests':
        return tooManyAnswer(1 + Math.floor(random() * 5));
      case 'server-error':
        return serverErrors[Math.floor(random() * serverErrors.length)]?.();
      case 'gone':
        return goneAnswer();
      default:
        return undefined;
    }
  };

  const sendPlain = async (request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> => {
    const fault = active ? drawFault(rates.requests, random()) : undefined;
    if (fault === undefined || (fault === 'gone' && !isListAtVersion(request))) return transport.send(request, signal);
    count(fault);
    const refused = refusal(fault);
    if (refused) return answeredHere(request, refused);
    switch (fault) {
      case 'lost-before':
        await clock.sleep(random() * 2000, signal);
        throw lost();
      case 'lost-after':
        await transport.send(request, signal);
        throw lost();
      case 'unanswered':
        if (random() < 0.5) await transport.send(request, signal);
        return unanswered(signal);
      case 'slow':
        await clock.sleep(random() * 20_000, signal);
        return transport.send(request, signal);
      default: {
        const answer = await transport.send(request, signal);
        if (!(answer.body instanceof Uint8Array)) return answer;
        const { body } = answer;
        return { ...answer, body: breakingOff(body.subarray(0, Math.floor(body.length / 2))) };
      }
    }
  };

  const sendWatch = async (request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> => {
    const opening = active ? drawFault(rates.openings, random()) : undefined;
    if (opening !== undefined) {
      count(opening);
      if (opening === 'lost-before') throw lost();
      const refused = refusal(opening);
      if (refused) return answeredHere(request, refused);
    }
    const broken = new AbortController();
    const released = new AbortController();
    const bound = signal ? AbortSignal.any([signal, broken.signal]) : broken.signal;
    const answer = await transport.send(request, AbortSignal.any([bound, released.signal]));
    if (answer.body instanceof Uint8Array) return answer;
    streams.add(broken);
    const body = faultyStream(answer.body, {
      clock,
      random,
      fault: active ? drawFault(rates.streams, random()) : undefined,
      onFault: count,
      release: () => released.abort(lost()),
      onEnd: () => streams.delete(broken),
      calm: calm.promise,
      passage: async () => partition?.over,
      signal: bound,
    });
    return { ...answer, body };
  };

  return {
    counts,
    get openStreams() {
      return streams.size;
    },
    get active() {
      return active;
    },
    set active(now) {
      active = now;
      if (now) return;
      calm.resolve();
      calm = Promise.withResolvers<void>();
    },
    partition: (cut) => {
      if (cut) {
        const { promise, resolve } = Promise.withResolvers<void>();
        partition ??= { over: promise, end: resolve };
        return;
      }
      for (const stream of streams) stream.abort(lost());
      partition?.end();
      partition = undefined;
    },
    cutStreams: () => {
      for (const stream of streams) stream.abort(lost());
    },
    send: async (request, signal) => {
      signal?.throwIfAborted();
      if (partition) {
        count('partitioned');
        return unanswered(signal);
      }
      return isWatch(request) ? sendWatch(request, signal) : sendPlain(request, signal);
    },
  };
}

/** For its sender, a request that gets its response here was sent. */
function answeredHere(request: HttpRequest, answer: HttpResponse): HttpResponse {
  request.beforeSend?.();
  return answer;
}

const isWatch = ({ method, path }: HttpRequest): boolean => method === 'GET' && /[?&]watch=(?:1|true)/.test(path);

/** A list that can fail with 410: at a version, or the next page of one. */
const isListAtVersion = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && /[?&](?:resourceVersion=[1-9]|continue=)/.test(path);

async function* breakingOff(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw lost();
}
