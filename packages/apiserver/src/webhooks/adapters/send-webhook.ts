import { connectionPair, type HttpRequest, type HttpResponse } from '@kb/apimachinery';
import { carryConnection } from '@kb/apimachinery/server';
import type { IncomingMessage } from 'node:http';
import { Agent, request as sendHttps } from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream';

/** The address of a webhook. */
export interface WebhookTarget {
  /** `https://host:port`, without a path. */
  readonly origin: string;
  /** For a service of the cluster: the name in its certificate, and the `Host` header. Absent: those of the origin. */
  readonly service?: { readonly name: string; readonly host: string };
  /** The authorities (PEM) for its certificate. Undefined: the system's. */
  readonly caBundle: string | undefined;
  /** True: any certificate is accepted. Default: false. */
  readonly insecure?: boolean;
  /** What the server presents to the webhook, in PEM. Default: nothing. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
  /** Headers that a request has besides its own; those with several values are sent once for each. Default: none. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** Go's messages for Node's error codes. */
const goErrors: Readonly<Record<string, string | undefined>> = {
  ECONNREFUSED: 'connect: connection refused',
  ECONNRESET: 'read: connection reset by peer',
  ENOTFOUND: 'no such host',
};
const unknownAuthority = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

const HANDSHAKE_LIMIT = 10_000;

/** How long a connection is kept for the next request, in milliseconds. */
const IDLE_MS = 5000;
/**
 * The connections, by address, name and authorities: as kube-apiserver's, they serve several requests, since a new one
 * takes longer than a webhook does. Idle ones do not keep the process alive.
 */
const connections = new Agent({ keepAlive: true, timeout: IDLE_MS });

/**
 * Sends one request to a webhook over HTTPS. Rejects with an Error in Go's words. `handshakeLimit`: how long the TLS
 * handshake may take, in milliseconds; default: as long as client-go waits.
 */
export function sendWebhook(
  target: WebhookTarget,
  request: HttpRequest,
  signal?: AbortSignal,
  handshakeLimit: number = HANDSHAKE_LIMIT,
): Promise<HttpResponse> {
  return sendOver(connections, target, request, { signal, handshakeLimit });
}

interface SendLimits {
  readonly signal: AbortSignal | undefined;
  readonly handshakeLimit: number;
}

/** `agent`: the connections to use; false: a new one. */
function sendOver(
  agent: Agent | false,
  target: WebhookTarget,
  sent: HttpRequest,
  limits: SendLimits,
): Promise<HttpResponse> {
  const { signal, handshakeLimit } = limits;
  const { origin, service, caBundle, insecure = false, headers: added = {}, clientCertificate } = target;
  const { method, path, headers, body } = sent;
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = sendHttps({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port || 443,
      method,
      path,
      headers: {
        ...headers,
        ...(added as Record<string, string | string[]>),
        host: service?.host ?? host,
        ...(body instanceof Uint8Array && { 'content-length': body.length }),
      },
      agent,
      ...(service && { servername: service.name }),
      // As in Go, a certificate in the bundle is trusted even if another one issued it.
      ...(clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key }),
      ...(insecure && { rejectUnauthorized: false }),
      ...(caBundle !== undefined && { ca: caBundle, allowPartialTrustChain: true }),
    });
    if (signal) {
      const abort = (): void => void request.destroy(new Error('aborted'));
      signal.addEventListener('abort', abort, { once: true });
      request.once('close', () => signal.removeEventListener('abort', abort));
      if (signal.aborted) abort();
    }
    request.once('error', (error) => {
      if (signal?.aborted) reject(signal.reason);
      // The webhook closed a connection that was kept while the request was sent.
      else if (request.reusedSocket && agent !== false && (body === undefined || body instanceof Uint8Array))
        resolve(sendOver(false, target, sent, limits));
      else reject(inGoWords(error, { address: host, name: service?.name ?? hostname }));
    });
    request.once('socket', (socket) => {
      if (request.reusedSocket) return;
      const late = setTimeout(() => request.destroy(new Error('net/http: TLS handshake timeout')), handshakeLimit);
      const end = (): void => clearTimeout(late);
      socket.once('secureConnect', end).once('close', end);
    });
    // Without a listener, Node closes a connection that changes its protocol unasked, and reports no error.
    request.once('close', () => reject(new Error('EOF')));
    if (headers['upgrade'] !== undefined)
      request.once('upgrade', (response, socket, head) => {
        if (head.length > 0) socket.unshift(head);
        const [ours, theirs] = connectionPair();
        void carryConnection(socket, ours);
        resolve({ ...headOf(response), body: new Uint8Array(), connection: theirs });
      });
    request.once('response', (response) => {
      resolve({ ...headOf(response), body: response });
    });
    if (body === undefined || body instanceof Uint8Array) request.end(body);
    else pipeline(body, request, () => undefined);
  });
}

function headOf({ statusCode = 0, headers }: IncomingMessage): Pick<HttpResponse, 'status' | 'headers'> {
  const received: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) received[name] = value;
  return { status: statusCode, headers: received };
}

/** Who was called: the address, and the name that the certificate must be valid for. */
interface Called {
  readonly address: string;
  readonly name: string;
}

function inGoWords(error: Error, { address, name }: Called): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = goErrors[code];
  if (words !== undefined) return new Error(`dial tcp ${address}: ${words}`, { cause: error });
  const untrusted = certificateProblem(error, code, name);
  return untrusted === undefined
    ? error
    : new Error(`tls: failed to verify certificate: x509: ${untrusted}`, { cause: error });
}

/** What Go's x509 says of a certificate that is not accepted; undefined for other errors. */
function certificateProblem(error: Error, code: string, name: string): string | undefined {
  if (unknownAuthority.has(code)) return 'certificate signed by unknown authority';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return 'certificate has expired or is not yet valid';
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return undefined;
  const names = 'cert' in error ? namesOf(error.cert) : { dns: [], ip: [] };
  if (isIP(name.replace(/^\[|\]$/g, '')) === 0)
    return names.dns.length === 0
      ? `certificate is not valid for any names, but wanted to match ${name}`
      : `certificate is valid for ${names.dns.join(', ')}, not ${name}`;
  return names.ip.length === 0
    ? `cannot validate certificate for ${name} because it doesn't contain any IP SANs`
    : `certificate is valid for ${names.ip.join(', ')}, not ${name}`;
}

/** The names and addresses that a certificate is valid for. */
function namesOf(certificate: unknown): { readonly dns: string[]; readonly ip: string[] } {
  const known =
    typeof certificate === 'object' && certificate !== null && 'subjectaltname' in certificate
      ? String(certificate.subjectaltname).split(', ')
      : [];
  const after = (prefix: string): string[] =>
    known.flatMap((entry) => (entry.startsWith(prefix) ? [entry.slice(prefix.length)] : []));
  return { dns: after('DNS:'), ip: after('IP Address:') };
}
