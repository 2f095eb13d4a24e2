import type { Clock, Connection } from '@kb/apimachinery';
import { toBytes } from '../../../http/encode.ts';
import { type ChannelUse, openChannels } from '../../../streams/channels.ts';
import { terminalSizes } from '../../../streams/terminal-sizes.ts';
import { kubeletStatus, outcomeText, translatedStatus } from './outcome.ts';
import type { ProcessOptions } from './process-options.ts';
import type { ProcessSession } from './run-process.ts';

/** The numbers of the channels. */
const [STDIN, STDOUT, STDERR, ERROR, RESIZE] = [0, 1, 2, 3, 4];

/** The version that kube-apiserver itself serves; it passes requests for others on to the kubelet. */
export const CLOSING_PROTOCOL = 'v5.channel.k8s.io';

/** The subprotocols of the kubelet. A client may name none. */
export const kubeletProtocols: readonly string[] = [
  '',
  'channel.k8s.io',
  'base64.channel.k8s.io',
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
];

/** Opens the session of a client that connects with a process over a WebSocket. */
export function openWebSocketSession(
  connection: Connection,
  { protocol, clock }: { readonly protocol: string; readonly clock: Clock },
  { stdin, stdout, stderr, tty, command }: ProcessOptions,
): ProcessSession {
  const uses: ChannelUse[] = [
    stdin ? 'read' : 'ignore',
    stdout ? 'write' : 'ignore',
    stderr ? 'write' : 'ignore',
    'write',
    'read',
  ];
  const closes = protocol === CLOSING_PROTOCOL;
  const { received, send, close, signal } = openChannels(connection, uses, {
    base64: protocol.includes('base64'),
    closes,
    clock,
  });
  // Shows the client that the connection is open.
  void send(stdout ? STDOUT : stderr ? STDERR : ERROR, new Uint8Array()).catch(() => undefined);
  return {
    streams: {
      stdin: received(STDIN),
      stdout: (bytes) => send(STDOUT, bytes),
      stderr: (bytes) => send(tty ? STDOUT : STDERR, bytes),
      tty,
      sizes: terminalSizes(received(RESIZE)),
      signal,
    },
    report: async (outcome) => {
      const isPlain = !protocol.startsWith('v');
      const text = isPlain
        ? outcomeText(outcome, command)
        : JSON.stringify(closes ? translatedStatus(outcome) : kubeletStatus(outcome, command));
      if (text !== '') await send(ERROR, toBytes(text));
    },
    close,
  };
}
