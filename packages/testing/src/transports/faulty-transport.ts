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

type FaultName = RequestFault | OpeningFault | StreamFault | 'partitioned';

/** The faults of a {@link faultyTransport} so far. */
export type FaultCounts = Readonly<Partial<Record<FaultName, number>>>;

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
const ANSWER_TIMEOUT = 75_000;

/** The state of a faulty transport. */
interface FaultState extends FaultyTransportOptions {
  readonly transport: Transport;
  readonly counts: Partial<Record<FaultName, number>>;
  /** The open watches. */
  readonly streams: Set<AbortController>;
  active: boolean;
  /** Resolves when faults are switched off. */
  calm: PromiseWithResolvers<void>;
  /** Resolves when the cut connection is restored. Undefined: it is not cut. */
  partition: PromiseWithResolvers<void> | undefined;
}

/**
 * Wraps a transport so that requests and watches fail at random: see {@link RequestFault}, {@link OpeningFault} and
 * {@link StreamFault}.
 */
export function faultyTransport(transport: Transport, options: FaultyTransportOptions): FaultyTransport {
  const state: FaultState = {
    ...options,
    transport,
    counts: {},
    streams: new Set(),
    active: true,
    calm: Promise.withResolvers(),
    partition: undefined,
  };
  const cutStreams = (): void => {
    for (const stream of state.streams) stream.abort(lost());
  };
  return {
    counts: state.counts,
    get openStreams() {
      return state.streams.size;
    },
    get active() {
      return state.active;
    },
    set active(now) {
      state.active = now;
      if (now) return;
      state.calm.resolve();
      state.calm = Promise.withResolvers();
    },
    partition: (cut) => {
      if (cut) {
        state.partition ??= Promise.withResolvers();
        return;
      }
      cutStreams();
      state.partition?.resolve();
      state.partition = undefined;
    },
    cutStreams,
    send: async (request, signal) => {
      signal?.throwIfAborted();
      if (state.partition) {
        count(state, 'partitioned');
        return unanswered(state, signal);
      }
      return isWatch(request) ? sendWatch(state, request, signal) : sendPlain(state, request, signal);
    },
  };
}

function count({ counts }: FaultState, fault: FaultName): void {
  counts[fault] = (counts[fault] ?? 0) + 1;
}

/** Never responds, as far as the client can tell. */
async function unanswered({ clock }: FaultState, signal: AbortSignal | undefined): Promise<never> {
  await clock.sleep(ANSWER_TIMEOUT, signal);
  throw connectionError('KB_ANSWER_TIMEOUT', 'no answer');
}

function refusal({ random }: FaultState, fault: RequestFault | OpeningFault): HttpResponse | undefined {
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
}

async function sendPlain(
  state: FaultState,
  request: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const { transport, clock, random, rates } = state;
  const fault = state.active ? drawFault(rates.requests, random()) : undefined;
  if (fault === undefined || (fault === 'gone' && !isListAtVersion(request))) return transport.send(request, signal);
  count(state, fault);
  const refused = refusal(state, fault);
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
      return unanswered(state, signal);
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
}

async function sendWatch(
  state: FaultState,
  request: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const { transport, clock, random, rates, streams } = state;
  const opening = state.active ? drawFault(rates.openings, random()) : undefined;
  if (opening !== undefined) {
    count(state, opening);
    if (opening === 'lost-before') throw lost();
    const refused = refusal(state, opening);
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
    fault: state.active ? drawFault(rates.streams, random()) : undefined,
    onFault: (fault) => count(state, fault),
    release: () => released.abort(lost()),
    onEnd: () => streams.delete(broken),
    calm: state.calm.promise,
    passage: async () => state.partition?.promise,
    signal: bound,
  });
  return { ...answer, body };
}

/** Responds without the server. For the sender, the request counts as sent. */
function answeredHere(request: HttpRequest, answer: HttpResponse): HttpResponse {
  request.beforeSend?.();
  return answer;
}

const isWatch = ({ method, path }: HttpRequest): boolean => method === 'GET' && /[?&]watch=(?:1|true)/.test(path);

/** Whether a request is a list that can fail with 410: at a version, or a further page. */
const isListAtVersion = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && /[?&](?:resourceVersion=[1-9]|continue=)/.test(path);

async function* breakingOff(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw lost();
}
