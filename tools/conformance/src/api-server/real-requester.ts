import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createArrivals,
  type LabCertificates,
  type LabWebhook,
  type OpenAnswer,
  type RawAnswer,
  type RawRequest,
  type Requester,
} from '@kb/apiserver/recorded';
import type { ControlPlane } from '@kb/control-plane';
import { compactEtcd } from './compact-etcd.ts';

/**
 * How long a step waits for the end of a response, or for frames of a watch: far longer than needed, even on a busy
 * machine.
 */
const PATIENCE_MS = 120_000;

/**
 * Characters that Node's client does not send in a path; everything else is sent unchanged, including dots and slashes.
 */
const UNSENDABLE = /[^!-~]/gu;

const noAnswer: RawAnswer = { status: 0, headers: {}, body: new TextEncoder().encode('no answer') };

/** Requests to a real kube-apiserver. */
export function realRequester(plane: ControlPlane, webhook?: LabWebhook, certificates?: LabCertificates): Requester {
  const { url, caFile, adminToken, directory } = plane;
  const agent = new Agent({ ca: readFileSync(caFile), keepAlive: true });
  const { hostname, port } = new URL(url);
  const presenting = (name: string): object => {
    const presented = certificates?.presented(name);
    return { ca: readFileSync(caFile), cert: presented?.certificates, key: presented?.key };
  };
  /** Undefined: the server closed the connection without a response, as it does when a handler panics. */
  const begin = async ({
    method,
    path,
    headers,
    body,
    certificate,
  }: RawRequest): Promise<IncomingMessage | undefined> => {
    const options = {
      method,
      // A connection belongs to the certificates that were presented on it.
      agent: certificate === undefined ? agent : false,
      ...(certificate !== undefined && presenting(certificate)),
      headers: {
        ...(certificate === undefined && { authorization: `Bearer ${adminToken}` }),
        ...lengthOf(body),
        ...distinctHeaders(headers),
      },
    };
    const attempt = (): Promise<IncomingMessage | undefined> =>
      new Promise((resolve, reject) => {
        const request = httpsRequest(
          { ...options, hostname, port, path: path.replace(UNSENDABLE, encodeURIComponent) },
          resolve,
        );
        request.on('error', (error: NodeJS.ErrnoException) => {
          // A kept connection that the server has closed meanwhile: the request has not reached it.
          if (request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) resolve(attempt());
          else if (error.code === 'ECONNRESET') resolve(undefined);
          else reject(new Error(`${method} ${path}: ${error.message}`, { cause: error }));
        });
        request.end(body);
      });
    return attempt();
  };
  return {
    send: async (request) => {
      const response = await begin(request);
      if (!response) return noAnswer;
      const answer = arriving(response);
      const body = await answer.read(() => false);
      answer.close();
      return { status: answer.status, headers: answer.headers, body };
    },
    open: async (request) => {
      const response = await begin(request);
      if (!response) throw new Error(`${request.path}: the server closed the connection without an answer`);
      return arriving(response);
    },
    compact: () => compactEtcd(directory),
    signSecretToken: ({ namespace, secretName, serviceAccount }) =>
      plane.signSecretToken({ namespace, secretName, serviceAccount }),
    signClaims: (claims, header) => plane.signClaims(claims, header),
    now: () => Date.now(),
    pause: async (ms) => {
      await sleep(ms);
    },
    webhook,
  };
}

function arriving(response: IncomingMessage): OpenAnswer {
  const arrived = createArrivals();
  response.on('data', (chunk: Uint8Array) => arrived.add(chunk));
  response.once('close', () => arrived.end());
  return {
    ...headOf(response),
    read: async (isEnough) => {
      const timer = setTimeout(() => arrived.end(), PATIENCE_MS);
      await arrived.until(isEnough);
      clearTimeout(timer);
      return arrived.body();
    },
    close: () => {
      if (!response.complete) response.destroy();
    },
  };
}

function headOf(response: IncomingMessage): Pick<RawAnswer, 'status' | 'headers'> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headersDistinct)) headers[name] = (value ?? []).join('\n');
  return { status: response.statusCode ?? 0, headers };
}

/** A header that comes several times has its values on lines. */
function distinctHeaders(headers: Readonly<Record<string, string>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.includes('\n') ? value.split('\n') : value]),
  );
}

/** Node sends the body of a DELETE only with its length in the headers. */
function lengthOf(body: Uint8Array | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(body.length) };
}
