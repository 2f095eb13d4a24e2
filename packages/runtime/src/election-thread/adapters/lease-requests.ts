import type * as http from 'node:http';
import type * as https from 'node:https';
import type { TlsMaterial } from '@kb/client';
import type { Lease } from '@kb/kubernetes/coordination/v1';
import type { LeaseRequests } from '../../leader-election/lock-of-lease.ts';
import { postedError } from '../thread-log.ts';
import type { FromThread, PostedCredentials, ThreadConnection } from '../thread-messages.ts';
import type { CredentialSource } from './read-parts.ts';

/** A Lease is a few hundred bytes: what is longer than this is none. */
const maxLength = 1 << 20;

/** The API server refused a request. Carries what it said as a StatusError does. */
class LeaseRequestError extends Error {
  override readonly name = 'StatusError';
  readonly code = 'Status';
  readonly status: { readonly reason: string; readonly code: number };
  constructor(code: number, text: string) {
    const { message, reason } = statusOf(text);
    super(message ?? `the server answered ${code}`);
    this.status = { reason: reason ?? '', code };
  }
}

function statusOf(text: string): { readonly message?: string; readonly reason?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    return {
      ...('message' in value && typeof value.message === 'string' && { message: value.message }),
      ...('reason' in value && typeof value.reason === 'string' && { reason: value.reason }),
    };
  } catch {
    return {};
  }
}

/** What {@link createLeaseRequests} sends with. */
export interface LeaseRequestsOptions {
  readonly connection: ThreadConnection;
  readonly namespace: string;
  readonly name: string;
  readonly credentials: CredentialSource;
  readonly post: (message: FromThread) => void;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * The three requests of leader election, by Node's own HTTP client: the whole client of @kb/client and its connections would cost the thread several times as much memory. One connection is
 * kept; a request that is aborted ends its own.
 */
export function createLeaseRequests(options: LeaseRequestsOptions): LeaseRequests {
  const { connection, namespace, name, credentials, post } = options;
  const url = new URL(connection.server);
  const prefix = url.pathname.replace(/\/$/, '');
  const collection = `${prefix}/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases`;
  const one = `${collection}/${encodeURIComponent(name)}`;
  const agents = createAgents(url, connection.proxyUrl);

  const sendOnce = (
    method: string,
    path: string,
    body: string | undefined,
    { headers, tls }: PostedCredentials,
    signal: AbortSignal,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const request = agents.request(tls, {
        method,
        path,
        signal,
        headers: {
          ...own(headers),
          'user-agent': connection.userAgent,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      });
      request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > maxLength)
            request.destroy(new Error(`the answer to ${method} ${path} is no Lease: it is too long`));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      request.end(body);
    });

  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    signal: AbortSignal,
    lease?: Lease,
  ): Promise<Lease | undefined> => {
    const body = lease && JSON.stringify(lease);
    const requestBytes = body === undefined ? 0 : Buffer.byteLength(body);
    try {
      const used = await credentials.current();
      let answer = await sendOnce(method, path, body, used, signal);
      if (answer.status === 401 && (await credentials.refused(used))) {
        answer = await sendOnce(method, path, body, await credentials.current(), signal);
      }
      const { status, text } = answer;
      const responseBytes = Buffer.byteLength(text);
      post({ type: 'requested', method, status, error: undefined, requestBytes, responseBytes });
      if (status === 404 && method === 'GET') return undefined;
      if (status < 200 || status > 299) throw new LeaseRequestError(status, text);
      return JSON.parse(text) as Lease;
    } catch (error) {
      if (!(error instanceof LeaseRequestError)) {
        post({
          type: 'requested',
          method,
          status: undefined,
          error: postedError(error),
          requestBytes,
          responseBytes: 0,
        });
      }
      throw error;
    }
  };

  const there = async (answer: Promise<Lease | undefined>): Promise<Lease> => {
    const lease = await answer;
    if (!lease) throw new Error('the server answered without a Lease');
    return lease;
  };

  return {
    get: (signal) => send('GET', one, signal),
    create: (lease, signal) => there(send('POST', collection, signal, lease)),
    update: (lease, signal) => there(send('PUT', one, signal, lease)),
  };
}

const own = (headers: PostedCredentials['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );

interface Agents {
  request(tls: TlsMaterial, options: http.RequestOptions): http.ClientRequest;
}

/** Node's agents for one server: another one when certificates change. */
function createAgents(url: URL, proxyUrl: string | undefined): Agents {
  const { hostname, port } = url;
  const host = hostname.replace(/^\[|\]$/g, '');
  const proxy = proxyUrl === undefined ? {} : { proxyEnv: { HTTPS_PROXY: proxyUrl, HTTP_PROXY: proxyUrl } };
  const kept = { keepAlive: true, maxSockets: 2, ...proxy };
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
