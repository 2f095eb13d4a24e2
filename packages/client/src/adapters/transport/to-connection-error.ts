import { errorsIn, isError, isInstance, memberOf, messageOfThrown, textIn } from '@kb/apimachinery';
import { ConnectionError, type ConnectionErrorCode } from '../../errors/connection-error.ts';

/** The request that failed. */
export interface FailedRequest {
  readonly server: string;
  readonly proxyUrl?: string | undefined;
  /** Whether its head may have been written. Default: unknown. */
  readonly sent?: boolean;
}

/**
 * Converts an error of undici or Node to a ConnectionError that names the server (and the proxy), what to check, and
 * whether the request was sent.
 */
export function toConnectionError(error: unknown, { server, proxyUrl, sent }: FailedRequest): ConnectionError {
  if (isInstance(error, ConnectionError)) {
    if (sent === undefined || error.sent !== undefined) return error;
    const message = error.message + wordsOf(error.code, sent);
    return new ConnectionError(error.code, error.server, message, { cause: error, sent });
  }
  const cause = rootCause(error);
  const code = connectionCode(cause);
  const detail = messageOfThrown(cause);
  // Only the host: a proxy's URL may contain a user name and password.
  const way = proxyUrl === undefined ? '' : ` through the proxy ${new URL(proxyUrl).host}`;
  const message = `${explanations[code](server + way)}${wordsOf(code, sent)} (${detail})`;
  return new ConnectionError(code, server, message, { cause: error, sent });
}

/** Returns the part of the message that says whether the request was sent, if the code does not imply it. */
function wordsOf(code: ConnectionErrorCode, sent: boolean | undefined): string {
  if (sent === true && code !== 'KB_ANSWER_TIMEOUT') return ', after the request was sent';
  return sent === false && atAnyTime.has(code) ? ', before the request was sent' : '';
}

/** Codes of failures that can occur before and after a request is sent. */
const atAnyTime: ReadonlySet<ConnectionErrorCode> = new Set([
  'KB_CONNECTION_LOST',
  'KB_TRANSPORT_CLOSED',
  'KB_CONNECTION_FAILED',
]);

const explanations: Record<ConnectionErrorCode, (server: string) => string> = {
  KB_CONNECTION_REFUSED: (server) =>
    `nothing listens at ${server}: is the API server running, and is this its address?`,
  KB_CONNECTION_LOST: (server) => `the connection to ${server} was lost`,
  KB_CONNECTION_TIMEOUT: (server) => `no connection to ${server} in time: is it behind a firewall or a VPN?`,
  KB_ANSWER_TIMEOUT: (server) =>
    `${server} accepted the request and did not respond in time: the connection was closed`,
  KB_HOST_NOT_FOUND: (server) => `the host of ${server} has no address: is its name right?`,
  KB_HOST_UNREACHABLE: (server) => `no route to the host of ${server}: is the network up?`,
  KB_CERTIFICATE_REJECTED: (server) =>
    `the certificate of ${server} is not trusted: check certificate-authority and tls-server-name of the cluster in the kubeconfig`,
  KB_TLS_FAILED: (server) => `no TLS connection to ${server}: is it https there, and is the client certificate right?`,
  KB_TRANSPORT_CLOSED: (server) => `the connections to ${server} were closed by this process`,
  KB_CONNECTION_FAILED: (server) => `the request to ${server} failed`,
};

const codes: ReadonlyMap<string, ConnectionErrorCode> = new Map([
  ['ECONNREFUSED', 'KB_CONNECTION_REFUSED'],
  ['ECONNRESET', 'KB_CONNECTION_LOST'],
  ['EPIPE', 'KB_CONNECTION_LOST'],
  ['UND_ERR_SOCKET', 'KB_CONNECTION_LOST'],
  ['ERR_HTTP2_STREAM_ERROR', 'KB_CONNECTION_LOST'],
  ['ERR_HTTP2_STREAM_CANCEL', 'KB_CONNECTION_LOST'],
  ['ERR_HTTP2_SESSION_ERROR', 'KB_CONNECTION_LOST'],
  ['ERR_HTTP2_INVALID_SESSION', 'KB_CONNECTION_LOST'],
  ['ERR_HTTP2_GOAWAY_SESSION', 'KB_CONNECTION_LOST'],
  ['ERR_HTTP2_ERROR', 'KB_CONNECTION_LOST'],
  ['KB_PING_UNANSWERED', 'KB_CONNECTION_LOST'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'KB_CONNECTION_LOST'],
  ['Z_BUF_ERROR', 'KB_CONNECTION_LOST'],
  ['ETIMEDOUT', 'KB_CONNECTION_TIMEOUT'],
  ['UND_ERR_CONNECT_TIMEOUT', 'KB_CONNECTION_TIMEOUT'],
  ['UND_ERR_HEADERS_TIMEOUT', 'KB_ANSWER_TIMEOUT'],
  ['UND_ERR_BODY_TIMEOUT', 'KB_ANSWER_TIMEOUT'],
  ['ENOTFOUND', 'KB_HOST_NOT_FOUND'],
  ['EAI_AGAIN', 'KB_HOST_NOT_FOUND'],
  ['ENETUNREACH', 'KB_HOST_UNREACHABLE'],
  ['EHOSTUNREACH', 'KB_HOST_UNREACHABLE'],
  ['EHOSTDOWN', 'KB_HOST_UNREACHABLE'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'KB_CERTIFICATE_REJECTED'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'KB_CERTIFICATE_REJECTED'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'KB_CERTIFICATE_REJECTED'],
  ['INVALID_CA', 'KB_CERTIFICATE_REJECTED'],
  ['HOSTNAME_MISMATCH', 'KB_CERTIFICATE_REJECTED'],
  ['EPROTO', 'KB_TLS_FAILED'],
  ['UND_ERR_DESTROYED', 'KB_TRANSPORT_CLOSED'],
  ['UND_ERR_CLOSED', 'KB_TRANSPORT_CLOSED'],
]);

function connectionCode(cause: unknown): ConnectionErrorCode {
  const code = codeOf(cause);
  // TCP gave up an established connection, because the peer no longer acknowledges data.
  if (code === 'ETIMEDOUT' && !isConnecting(cause)) return 'KB_CONNECTION_LOST';
  const known = codes.get(code);
  if (known !== undefined) return known;
  // OpenSSL's codes for invalid certificate chains, and its own errors.
  if (/^(CERT_|UNABLE_TO_|CRL_|PATH_LENGTH)/.test(code)) return 'KB_CERTIFICATE_REJECTED';
  return /^ERR_(SSL|TLS|OSSL)/.test(code) ? 'KB_TLS_FAILED' : 'KB_CONNECTION_FAILED';
}

/** How deep causes are followed, because they may be circular. */
const MAX_DEPTH = 20;

/** Finds the innermost cause. Trying several addresses of a host results in an AggregateError. */
function rootCause(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < MAX_DEPTH && isError(root); depth += 1) {
    const [first] = errorsIn(root, 1)?.errors ?? [];
    const deeper = first ?? (codeOf(root) === '' ? memberOf(root, 'cause') : undefined);
    if (deeper === undefined) break;
    root = deeper;
  }
  return root;
}

function isConnecting(error: unknown): boolean {
  return isError(error) && memberOf(error, 'syscall') === 'connect';
}

function codeOf(error: unknown): string {
  return isError(error) ? (textIn(error, 'code') ?? '') : '';
}
