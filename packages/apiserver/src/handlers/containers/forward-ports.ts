import type { Clock, Connection } from '@kb/apimachinery';
import { toBytes } from '../../http/encode.ts';
import type { SpdyStream } from '../../streams/spdy/open-streams.ts';
import { serveSpdy } from '../../streams/spdy/spdy-connection.ts';

/** What is needed to forward ports of a Pod. */
export interface ForwardPorts {
  readonly clock: Clock;
  /** Connects to a port. Rejects if nothing listens there. */
  readonly connect: (port: number) => Promise<Connection>;
  /** The message for a port that cannot be connected to. */
  readonly failure: (port: number, error: unknown) => string;
}

/** How long a client may take to open the second stream of a pair, in milliseconds. */
const PAIR_MS = 30_000;

/** The maximum number of pairs without a second stream; streams that a client resets count until their time is up. */
const MAX_PAIRS = 2048;

/** The streams of one connection to a port. */
interface Pair {
  readonly data?: SpdyStream;
  readonly error?: SpdyStream;
  readonly cancel: () => void;
}

/**
 * Forwards ports over SPDY. For every connection, a client opens two streams with the same request id: for the data,
 * and for an error.
 */
export function forwardPorts(connection: Connection, forwarding: ForwardPorts): void {
  const pairs = new Map<string, Pair>();
  const spdy = serveSpdy(connection, forwarding.clock, (stream) => {
    const [port, type] = [portOf(stream), stream.headers.get('streamtype')];
    if (port === undefined || (type !== 'data' && type !== 'error')) return false;
    const id = stream.headers.get('requestid') ?? String(type === 'error' ? stream.id : stream.id - 2);
    if (!pairs.has(id) && pairs.size >= MAX_PAIRS) return false;
    const pair: Pair = pairs.get(id) ?? { cancel: forwarding.clock.after(PAIR_MS, () => expire(id)) };
    if (pair[type]) return false;
    const { data, error, cancel }: Pair = { ...pair, [type]: stream };
    if (!data || !error) {
      pairs.set(id, { ...pair, [type]: stream });
      return true;
    }
    cancel();
    pairs.delete(id);
    void forward(portOf(data) ?? port, data, error, forwarding, spdy.signal);
    return true;
  });
  const expire = (id: string): void => {
    const { data, error } = pairs.get(id) ?? {};
    pairs.delete(id);
    data?.reset();
    error?.reset();
  };
  spdy.signal.addEventListener(
    'abort',
    () => {
      for (const { cancel } of pairs.values()) cancel();
      pairs.clear();
    },
    { once: true },
  );
}

function portOf({ headers }: SpdyStream): number | undefined {
  const text = headers.get('port') ?? '';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

async function forward(
  port: number,
  data: SpdyStream,
  error: SpdyStream,
  { connect, failure }: ForwardPorts,
  signal: AbortSignal,
): Promise<void> {
  try {
    const target = await connect(port);
    const close = (): void => target.close();
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    try {
      // The port may close its side first.
      void feed(data, target).catch(() => target.end());
      for await (const bytes of target.received) await data.send(bytes);
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
    data.end();
    error.end();
    // What the client still sends has no receiver.
    data.reset();
  } catch (thrown) {
    await error.send(toBytes(failure(port, thrown))).catch(() => undefined);
    error.end();
    data.reset();
  }
}

async function feed(data: SpdyStream, target: Connection): Promise<void> {
  for await (const bytes of data.received) await target.send(bytes);
  target.end();
}
