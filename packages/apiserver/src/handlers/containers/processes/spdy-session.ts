import type { Clock, Connection } from '@kb/apimachinery';
import { toBytes } from '../../../http/encode.ts';
import type { SpdyStream } from '../../../streams/spdy/open-streams.ts';
import { serveSpdy } from '../../../streams/spdy/spdy-connection.ts';
import { terminalSizes } from '../../../streams/terminal-sizes.ts';
import { kubeletStatus, outcomeText } from './outcome.ts';
import type { ProcessOptions } from './process-options.ts';
import type { ProcessSession } from './run-process.ts';

/** The protocols of exec and attach over SPDY, the newest first. */
export const spdyProtocols: readonly string[] = [
  'v4.channel.k8s.io',
  'v3.channel.k8s.io',
  'v2.channel.k8s.io',
  'channel.k8s.io',
];

/** How long a client may take to open its streams, in milliseconds. */
const STREAMS_MS = 30_000;

/**
 * Opens the session of a client that connects with a process over SPDY: it opens a stream for each input and output,
 * and one for the outcome. Undefined if it does not within 30 seconds; the connection is then closed.
 */
export function openSpdySession(
  connection: Connection,
  { protocol, clock }: { readonly protocol: string; readonly clock: Clock },
  { stdin, stdout, stderr, tty, command }: ProcessOptions,
): Promise<ProcessSession | undefined> {
  const resizes = tty && /^v[34]\./.test(protocol);
  const expected = [
    'error',
    ...(stdin ? ['stdin'] : []),
    ...(stdout ? ['stdout'] : []),
    ...(stderr ? ['stderr'] : []),
    ...(resizes ? ['resize'] : []),
  ];
  const streams = new Map<string, SpdyStream>();
  return new Promise((resolve) => {
    const spdy = serveSpdy(connection, clock, (stream) => {
      const type = stream.headers.get('streamtype') ?? '';
      if (!expected.includes(type) || streams.has(type)) return false;
      streams.set(type, stream);
      if (streams.size === expected.length) begin();
      return true;
    });
    const cancel = clock.after(STREAMS_MS, () => spdy.close());
    const gone = (): void => {
      cancel();
      resolve(undefined);
    };
    spdy.signal.addEventListener('abort', gone, { once: true });
    const sendOn = async (type: string, bytes: Uint8Array): Promise<void> => streams.get(type)?.send(bytes);
    const begin = (): void => {
      cancel();
      const sizes = terminalSizes(streams.get('resize')?.received ?? nothing());
      resolve({
        streams: {
          stdin: streams.get('stdin')?.received ?? nothing(),
          stdout: (bytes) => sendOn('stdout', bytes),
          stderr: (bytes) => sendOn(tty ? 'stdout' : 'stderr', bytes),
          tty,
          sizes,
          signal: spdy.signal,
        },
        report: async (outcome) => {
          const isJson = protocol.startsWith('v4.');
          const text = isJson ? JSON.stringify(kubeletStatus(outcome, command)) : outcomeText(outcome, command);
          await sendOn('error', toBytes(text));
        },
        close: () => {
          for (const stream of streams.values()) stream.end();
          spdy.close();
        },
      });
    };
  });
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}
