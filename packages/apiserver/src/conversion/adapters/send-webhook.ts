import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import { request as sendHttps } from 'node:https';

/** The address of a webhook. */
export interface WebhookTarget {
  /** `https://host:port`, without a path. */
  readonly origin: string;
  /** The authorities (PEM) for its certificate. Undefined: the system's. */
  readonly caBundle: string | undefined;
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

/**
 * Sends one request to a webhook over HTTPS, on a new connection, so that certificates are verified for each request.
 * Rejects with an Error in Go's words.
 */
export function sendWebhook(
  { origin, caBundle }: WebhookTarget,
  { method, path, headers, body }: HttpRequest,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = sendHttps({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port || 443,
      method,
      path,
      headers: { ...headers, host, ...(body instanceof Uint8Array && { 'content-length': body.length }) },
      agent: false,
      // As in Go, a certificate in the bundle is trusted even if another one issued it.
      ...(caBundle !== undefined && { ca: caBundle, allowPartialTrustChain: true }),
      ...(signal && { signal }),
    });
    request.once('error', (error) => reject(signal?.aborted ? signal.reason : inGoWords(error, host)));
    request.once('response', (response) => {
      const received: Record<string, string | readonly string[]> = {};
      for (const [name, value] of Object.entries(response.headers)) if (value !== undefined) received[name] = value;
      resolve({ status: response.statusCode ?? 0, headers: received, body: response });
    });
    request.end(body);
  });
}

function inGoWords(error: Error, host: string): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = goErrors[code];
  if (words !== undefined) return new Error(`dial tcp ${host}: ${words}`, { cause: error });
  if (!unknownAuthority.has(code)) return error;
  return new Error('tls: failed to verify certificate: x509: certificate signed by unknown authority', {
    cause: error,
  });
}
