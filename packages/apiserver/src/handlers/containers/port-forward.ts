import { badRequest, type Connection, connectionPair, messageOfThrown } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { type Reply, textReply } from '../../answers/reply.ts';
import type { Call } from '../../context/call.ts';
import { toBytes } from '../../http/encode.ts';
import { answerChannelRequest, isUpgradeRequest, isWebSocketRequest, listOf } from '../../http/web-socket.ts';
import { stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { type Channels, openChannels } from '../../streams/channels.ts';
import { openTunnel } from '../../streams/web-socket.ts';
import { authorizeConnection } from '../authorize-creation.ts';
import { getObject } from '../get.ts';
import { admitConnection } from './admit-connection.ts';
import { closedBy } from './closed-by.ts';
import { hasNode } from './container-of-pod.ts';
import { type ForwardPorts, forwardPorts } from './forward-ports.ts';
import { noContainers, refuseDryRun } from './no-containers.ts';
import { answerSpdyRequest } from './spdy-handshake.ts';

/** The protocol of connections to ports over SPDY; WebSockets carry it after a prefix. */
const PROTOCOL = 'portforward.k8s.io';
const TUNNEL = 'SPDY/3.1+';

/** The subprotocols of WebSockets without SPDY. */
const channelProtocols: readonly string[] = ['', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];

/** Handles requests to forward ports of a Pod: over SPDY, alone or in a WebSocket, or over channels of a WebSocket. */
export async function handlePortForward(call: Call): Promise<Reply> {
  const { request, endpoint, server } = call;
  refuseDryRun(call);
  const asked = { ports: readForwardedPorts(request.query) };
  const options = await admitConnection(call, 'PodPortForwardOptions', asked);
  authorizeConnection(call);
  const ports = Array.isArray(options.ports) ? options.ports.map(Number) : [];
  const pod = getObject(call);
  if (!hasNode(call, pod)) refuse(badRequest(`pod ${endpoint.name} does not have a host assigned`));
  const { containers } = server;
  if (!containers) return noContainers(call);
  if (!isUpgradeRequest(request.headers)) return refuse(badRequest('Upgrade request required'));
  const uid = stringOf(pod.metadata.uid);
  const forwarding: ForwardPorts = {
    clock: server.clock,
    connect: (port) => containers.connect(pod, port),
    failure: (port, error) =>
      `error forwarding port ${port} to pod ${endpoint.name}, uid ${uid}: ${messageOfThrown(error)}`,
  };
  if (!isWebSocketRequest(request.headers)) return overSpdy(call, forwarding);
  const protocols = listOf(request.headers['sec-websocket-protocol']);
  const isTunnel = protocols.some((one) => one.startsWith(TUNNEL) && one.endsWith('.k8s.io'));
  return isTunnel ? overTunnel(call, forwarding) : overChannels(call, forwarding, ports);
}

function overSpdy({ request }: Call, forwarding: ForwardPorts): Reply {
  const answer = answerSpdyRequest(request.headers, [PROTOCOL]);
  if ('refusal' in answer) return answer.refusal;
  const [ours, theirs] = connectionPair();
  forwardPorts(ours, forwarding);
  return connected(answer.headers, theirs, request.signal);
}

function overTunnel({ request }: Call, forwarding: ForwardPorts): Reply {
  const answer = answerChannelRequest(request.headers, [`${TUNNEL}${PROTOCOL}`]);
  if (!answer.accepted) return { type: 'raw', contentType: undefined, ...answer };
  const [ours, theirs] = connectionPair();
  forwardPorts(openTunnel(ours), forwarding);
  return connected(answer.headers, theirs, request.signal);
}

/** Two channels for each port: its data, and an error. Both begin with the port, as two bytes. */
function overChannels({ request }: Call, forwarding: ForwardPorts, ports: readonly number[]): Reply {
  if (ports.length === 0) return textReply(400, 'query parameter "port" is required');
  if (ports.includes(0)) return textReply(400, `port ${quoteString(ports.join(','))} must be > 0`);
  // The number of a channel is one byte.
  if (ports.length > 127) return textReply(400, 'too many ports');
  const answer = answerChannelRequest(request.headers, channelProtocols);
  if (!answer.accepted) return { type: 'raw', contentType: undefined, ...answer };
  const [ours, theirs] = connectionPair();
  const base64 = (answer.headers['sec-websocket-protocol'] ?? '').includes('base64');
  const channels = openChannels(
    ours,
    ports.flatMap(() => ['both', 'write'] as const),
    { base64, closes: false, clock: forwarding.clock },
  );
  const forward = async (port: number, data: number): Promise<void> => {
    const bytes = new Uint8Array([port & 0xff, port >> 8]);
    await channels.send(data, bytes);
    await channels.send(data + 1, bytes);
    try {
      await carry(await forwarding.connect(port), channels, data);
    } catch (error) {
      await channels.send(data + 1, toBytes(forwarding.failure(port, error)));
    }
  };
  void Promise.allSettled(ports.map((port, index) => forward(port, index * 2))).then(channels.close);
  return connected(answer.headers, theirs, request.signal);
}

/** Carries a client's data to a port and back, until the port sends no more. */
async function carry(target: Connection, { received, send, signal }: Channels, channel: number): Promise<void> {
  const close = (): void => target.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  const forward = async (): Promise<void> => {
    for await (const bytes of received(channel)) await target.send(bytes);
    target.end();
  };
  // The port may close its side first.
  void forward().catch(() => target.end());
  try {
    for await (const bytes of target.received) await send(channel, bytes);
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

function connected(
  headers: Readonly<Record<string, string>>,
  client: Connection,
  signal: AbortSignal | undefined,
): Reply {
  return { type: 'connection', headers, connection: closedBy(client, signal) };
}

/** Reads the ports of core/v1 PodPortForwardOptions. Throws the StatusError of a wrong one. */
function readForwardedPorts(query: URLSearchParams): number[] {
  return query.getAll('ports').map((text) => {
    const wrong = (why: string): never =>
      refuse(badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quoteString(text)}: ${why}`));
    if (!/^\d+$/.test(text)) return wrong('invalid syntax');
    const port = text.length > 19 ? Infinity : Number(text);
    return port > 65_535 ? wrong('value out of range') : port;
  });
}
