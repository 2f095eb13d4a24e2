import { createServer, type Server } from 'node:https';
import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import { freePort } from '@kb/control-plane';
import { createSelfSignedCertificate } from '@kb/runtime/serving';
import { systemClock } from '@kb/client';

/** A request of an API server to a webhook. */
export interface WebhookRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The headers that name formats and the sender. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Where the requests are answered. */
export type Backend = (request: HttpRequest & { readonly body: Uint8Array }) => Promise<HttpResponse>;

/** A server between an API server and webhooks that keeps all requests. */
export interface RecordingProxy {
  readonly origin: string;
  /** The authority of its certificate (PEM). */
  readonly ca: string;
  /** The requests so far. */
  readonly requests: WebhookRequest[];
  /** Where requests are answered from now on. */
  backend: Backend;
  stop(): Promise<void>;
}

/** Starts a proxy on loopback. */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const { cert, key, ca } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'], now: systemClock.now() });
  const requests: WebhookRequest[] = [];
  const port = await freePort();
  const proxy = {
    origin: `https://127.0.0.1:${port}`,
    ca,
    requests,
    backend: (): ReturnType<Backend> => Promise.reject(new Error('nothing serves webhooks')),
    stop: (): Promise<void> => stop(server),
  } satisfies RecordingProxy as RecordingProxy;
  const server = createServer({ cert, key }, (request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const { accept, 'content-type': contentType, 'user-agent': userAgent } = headers;
      requests.push({
        method,
        path: url,
        headers: { accept, 'content-type': contentType, 'user-agent': userAgent },
        body: body.toString(),
      });
      const sent = { method: 'POST' as const, path: url, headers: { 'content-type': contentType ?? '' }, body };
      const answer = await proxy.backend(sent);
      response.writeHead(answer.status, answer.headers as Record<string, string>);
      response.end(await bytesOf(answer));
    })().catch((error: unknown) => {
      response.writeHead(502);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return proxy;
}

async function bytesOf({ body }: HttpResponse): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
