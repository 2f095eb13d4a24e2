import type * as http from 'node:http';
import type * as https from 'node:https';
import type { TlsMaterial } from '@kb/client';
import type { PostedCredentials, ThreadConnection } from '../thread-messages.ts';

/** A Lease has a few hundred bytes: a longer body is not one. */
const MAX_LENGTH = 1 << 20;

/** The response to a request. */
export interface LeaseAnswer {
  readonly status: number;
  readonly text: string;
}

/** One request: its path is the path of the whole URL. */
export interface LeaseRequest {
  readonly method: string;
  readonly path: string;
  /** The body, as JSON. */
  readonly body: string | undefined;
}

/**
 * Sends a request and reads the whole response, at most a megabyte. Rejects with the signal's reason when it is aborted
 * first.
 */
export type SendLeaseRequest = (
  request: LeaseRequest,
  credentials: PostedCredentials,
  signal: AbortSignal,
) => Promise<LeaseAnswer>;

/**
 * Creates a sender that uses Node's own HTTP client: the client of @kb/client would cost the thread several times as
 * much memory. One connection is kept; an aborted request closes its connection.
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

/** Reads the whole response. Throws, and closes the connection, when it is too long. */
async function textOf(response: AsyncIterable<Buffer>, request: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > MAX_LENGTH) throw new Error(`the response to ${request} is not a Lease: it is too long`);
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

/** Encodes a header's value as the client sends it: a character for each byte of its UTF-8. */
const headerBytes = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');

interface Agents {
  request(tls: TlsMaterial, options: http.RequestOptions): http.ClientRequest;
}

/** Node's agents for one server: a new one when certificates change. */
function createAgents(url: URL, proxyUrl: string | undefined): Agents {
  const { hostname, port } = url;
  const host = hostname.replace(/^\[|\]$/g, '');
  // `proxyUrl` already reflects the proxies of the environment.
  const proxyEnv = proxyUrl === undefined ? {} : { HTTPS_PROXY: proxyUrl, HTTP_PROXY: proxyUrl };
  const kept = { keepAlive: true, maxSockets: 2, proxyEnv };
  // Required, not imported: an import reads every export, and node:http's WebSocket makes Node load its own copy of
  // undici.
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
