import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Transport } from '@kb/apimachinery';
import type { IssuedCertificate } from './certificate-authority.ts';

/**
 * An HTTPS server in front of an API server. It admits clients with the right token and client certificate; both, and
 * its own certificate, can change while it runs.
 */
export interface SecureFront extends AsyncDisposable {
  readonly url: string;
  /** Each request: the common name of the client's certificate, the path, and the status of the response. */
  readonly seen: { readonly client: string | undefined; readonly path: string; readonly status: number }[];
  /** Changes which token and which clients are admitted. */
  admit(token: string, clients: readonly string[]): void;
  /** Shows another certificate from now on, and cuts every connection. */
  present(own: IssuedCertificate): void;
}

/** What a {@link SecureFront} begins with. */
export interface SecureFrontOptions {
  readonly transport: Transport;
  readonly own: IssuedCertificate;
  /** The authorities of clients' certificates, PEM. */
  readonly clientCa: string;
  readonly token: string;
  readonly clients: readonly string[];
}

/** Starts one on loopback. */
export async function startSecureFront({
  transport,
  own,
  clientCa,
  ...admitted
}: SecureFrontOptions): Promise<SecureFront> {
  let { token, clients } = admitted;
  const seen: SecureFront['seen'] = [];
  const contextOf = ({ certificate, key }: IssuedCertificate) => ({ cert: certificate, key, ca: clientCa });

  const server = https.createServer(
    { ...contextOf(own), requestCert: true, rejectUnauthorized: false },
    (incoming, outgoing) => {
      const end = new AbortController();
      outgoing.on('close', () => end.abort(new Error('the client went away')));
      const socket = incoming.socket as TLSSocket;
      const client = socket.authorized ? String(socket.getPeerCertificate().subject.CN) : undefined;
      const path = incoming.url ?? '';
      const isAdmitted =
        client !== undefined && clients.includes(client) && incoming.headers.authorization === `Bearer ${token}`;
      const serve = async (): Promise<void> => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Buffer);
        if (!isAdmitted) {
          seen.push({ client, path, status: 401 });
          outgoing.writeHead(401, { 'content-type': 'application/json' });
          outgoing.end('{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Unauthorized","code":401}');
          return;
        }
        const { accept = 'application/json', 'content-type': type } = incoming.headers;
        const headers = { accept, ...(type !== undefined && { 'content-type': type }) };
        const body = Buffer.concat(chunks);
        const request = { method: incoming.method ?? 'GET', path, headers, ...(body.length > 0 && { body }) };
        const answer = await transport.send(request, end.signal);
        seen.push({ client, path, status: answer.status });
        outgoing.writeHead(answer.status, { 'content-type': String(answer.headers['content-type']) });
        outgoing.flushHeaders();
        Readable.from(answer.body instanceof Uint8Array ? [answer.body] : answer.body)
          .on('error', () => outgoing.destroy())
          .pipe(outgoing);
      };
      serve().catch(() => outgoing.destroy());
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    admit: (nextToken, nextClients) => {
      token = nextToken;
      clients = nextClients;
    },
    present: (next) => {
      server.setSecureContext(contextOf(next));
      server.closeAllConnections();
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
