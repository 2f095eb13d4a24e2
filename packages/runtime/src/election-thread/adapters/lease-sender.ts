import type * as http from 'node:http';
import type * as https from 'node:https';
import type { TlsMaterial } from '@kb/client';
import type { PostedCredentials, ThreadConnection } from '../thread-messages.ts';

/** A Lease is a few hundred bytes: what is longer than this is none. */
const maxLength = 1 << 20;

/** What a request got. */
export interface LeaseAnswer {
  readonly status: number;
  readonly text: string;
}

/** One request: its path is that of the whole URL. */
export interface LeaseRequest {
  readonly method: string;
  readonly path: string;
  /** JSON. */
  readonly body: string | undefined;
}

/**
 * Sends a request and reads the whole answer, of a megabyte at most. Rejects with the signal's reason when that ends
 * first.
 */
export type SendLeaseRequest = (
  request: LeaseRequest,
  credentials: PostedCredentials,
  signal: AbortSignal,
) => Promise<LeaseAnswer>;

/**
 * Sends by Node's own HTTP client: the whole client of @kb/client and its connections would cost the thread several
 * times as much memory. One connection is kept; a request that is aborted ends its own.
 */
export function leaseSender({ server, proxyUrl, userAgent }: Omit<ThreadConnection, 'parts'>): SendLeaseRequest {
  const agents = createAgents(new URL(server), proxyUrl);
  return ({ method, path, body }, { headers, tls }, signal) =>
    new Promise((resolve, reject) => {
      const request = agents.request(tls, {
        method,
        path,
        signal,
        headers: {
          ...own(headers),
          'user-agent': userAgent,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      });
      const fail = (error: unknown): void => reject(signal.aborted ? signal.reason : error);
      request.on('error', fail);
      request.on('response', (response) => {
        textOf(response, `${method} ${path}`).then((text) => resolve({ status: response.statusCode ?? 0, text }), fail);
      });
      request.end(body);
    });
}

/** All of an answer. Throws, and lets go of the connection, when it is too long. */
async function textOf(response: AsyncIterable<Buffer>, request: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > maxLength) throw new Error(`the answer to ${request} is no Lease: it is too long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const own = (headers: PostedCredentials['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? headerBytes(value) : value.map(headerBytes),
    ]),
  );

/** A header's value as the client sends it: a character for each byte of its UTF-8. */
const headerBytes = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');

interface Agents {
  request(tls: TlsMaterial, options: http.RequestOptions): http.ClientRequest;
}

/** Node's agents for one server: another one when certificates change. */
function createAgents(url: URL, proxyUrl: string | undefined): Agents {
  const { hostname, port } = url;
  const host = hostname.replace(/^\[|\]$/g, '');
  // What the environment says of proxies is in `proxyUrl` already.
  const proxyEnv = proxyUrl === undefined ? {} : { HTTPS_PROXY: proxyUrl, HTTP_PROXY: proxyUrl };
  const kept = { keepAlive: true, maxSockets: 2, proxyEnv };
  // Not imported: an import reads every export, and with node:http's WebSocket Node loads its own copy of undici.
  if (url.protocol === 'http:') {
    const plain: typeof http = process.getBuiltinModule('node:http');
    const agent = new plain.Agent(kept);
    return { request: (_, options) => plain.request({ ...options, host, port, agent }) };
  }
  const secure: typeof https = process.getBuiltinModule('node:https');
  let latest: { readonly tls: TlsMaterial; readonly agent: https.Agent } | undefined;
  return {
    request: (tls, options) => {
      if (latest?.tls !== tls) {
        latest?.agent.destroy();
        latest = { tls, agent: new secure.Agent({ ...kept, ...agentOptions(tls) }) };
      }
      return secure.request({ ...options, host, port, agent: latest.agent });
    },
  };
}

const agentOptions = ({ ca, certificate, key, serverName, insecure }: TlsMaterial): https.AgentOptions => ({
  ...(ca !== undefined && { ca }),
  ...(certificate !== undefined && { cert: certificate }),
  ...(key !== undefined && { key }),
  ...(serverName !== undefined && { servername: serverName }),
  ...(insecure && { rejectUnauthorized: false }),
});
