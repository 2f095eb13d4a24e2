import { expect } from 'vitest';
import type { ApiServerOptions } from '../server/api-server.ts';
import { startListening } from './listening-server.ts';
import { rawConnection, type RawConnection } from './raw-http.ts';
import { runningPod, type TestContainers, testContainers } from './test-containers.ts';

/** The path of the Pods of a test. */
export const PODS = '/api/v1/namespaces/default/pods';

/** A server with a Pod `p` that runs. */
export interface ConnectedPods {
  readonly url: string;
  readonly containers: TestContainers;
  /** How many processes run, logs are followed, and connections to ports are open. */
  readonly open: () => number;
}

/** Starts a server with a Pod `p`, whose containers are those of a test. */
export async function startWithPod(
  behavior: Parameters<typeof testContainers>[0] = {},
  options: Partial<ApiServerOptions> = {},
): Promise<ConnectedPods> {
  const containers = testContainers(behavior);
  let ports = 0;
  const counted: TestContainers = {
    ...containers,
    connect: async (pod, port) => {
      const connection = await containers.connect(pod, port);
      ports += 1;
      void connection.closed.then(() => (ports -= 1));
      return connection;
    },
  };
  const { url } = await startListening({}, { containers: counted, ...options });
  const headers = { 'content-type': 'application/json' };
  for (const [method, path, body] of [
    ['POST', '/api/v1/nodes', { metadata: { name: 'n' } }],
    ['POST', PODS, runningPod('p')],
    ['PUT', `${PODS}/p/status`, runningPod('p')],
  ] as const)
    expect((await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })).ok).toBe(true);
  return { url, containers: counted, open: () => containers.open() + ports };
}

/** Requests a WebSocket for a subresource of the Pod, and waits until it is open. */
export async function openedWebSocket(url: string, path: string, protocol: string): Promise<RawConnection> {
  const connection = await rawConnection(url, webSocketRequest(path, protocol));
  expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 101 /);
  return connection;
}

/** The head of a request for a WebSocket. */
export function webSocketRequest(path: string, protocol: string): string {
  const upgrade = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  return `GET ${PODS}/p/${path} HTTP/1.1\r\n${upgrade}${key}Sec-WebSocket-Protocol: ${protocol}\r\n\r\n`;
}

/** The head of a request for SPDY. */
export function spdyRequest(path: string, version: string, headers = 'Content-Length: 0\r\n'): string {
  const upgrade = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n';
  return `POST ${PODS}/p/${path} HTTP/1.1\r\n${upgrade}X-Stream-Protocol-Version: ${version}\r\n${headers}\r\n`;
}

/** What a frame of a client's WebSocket announces, rightly or wrongly. */
export interface HostileFrame {
  readonly opcode?: number;
  readonly payload?: Uint8Array | string;
  /** Default: true. */
  readonly final?: boolean;
  /** Default: true. */
  readonly masked?: boolean;
  /** The reserved bits: 0 to 7. */
  readonly reserved?: number;
  /** The announced length, in eight bytes. Default: that of the payload, in its shortest form. */
  readonly length?: bigint;
}

const MASK = [1, 2, 3, 4];

/** Writes a frame of a WebSocket as a client may send it. */
export function clientFrame({
  opcode = 2,
  payload = '',
  final = true,
  masked = true,
  reserved = 0,
  length,
}: HostileFrame): Buffer {
  const data = Buffer.from(payload);
  const first = (final ? 0x80 : 0) | (reserved << 4) | opcode;
  const isMasked = masked ? 0x80 : 0;
  const extra = length !== undefined || data.length > 0xffff ? 8 : data.length > 125 ? 2 : 0;
  const head = Buffer.alloc(2 + extra);
  head[0] = first;
  head[1] = isMasked | (extra === 8 ? 127 : extra === 2 ? 126 : data.length);
  if (extra === 2) head.writeUInt16BE(data.length, 2);
  if (extra === 8) head.writeBigUInt64BE(length ?? BigInt(data.length), 2);
  if (!masked) return Buffer.concat([head, data]);
  return Buffer.concat([head, Buffer.from(MASK), data.map((byte, index) => byte ^ (MASK[index & 3] ?? 0))]);
}

/** The code of the close frame that a server's bytes end with; undefined if there is none. */
export function closeCodeIn(text: string): number | undefined {
  const end = Buffer.from(text, 'latin1').subarray(-4);
  return end[0] === 0x88 && end[1] === 2 ? end.readUInt16BE(2) : undefined;
}
