import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { HttpBody, Transport } from '@kb/apimachinery';

/** An HTTP proxy to an API server that counts writes. */
export interface CountingProxy {
  readonly url: string;
  /** The number of writes that the server has responded to. */
  readonly writes: number;
  close(): Promise<void>;
}

/**
 * Starts a proxy on loopback. `onWrite` is called when the API server has done a write, before the response is passed
 * on.
 */
export async function startCountingProxy(
  transport: Transport,
  onWrite: (count: number) => void,
): Promise<CountingProxy> {
  let writes = 0;
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const ended = new AbortController();
    outgoing.once('close', () => ended.abort(new Error('the client disconnected')));
    const { method = 'GET', url: path = '/', headers } = incoming;
    const { host: _host, connection: _connection, ...kept } = headers;
    const pieces: Uint8Array[] = [];
    for await (const piece of incoming) if (piece instanceof Uint8Array) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const texts = Object.entries(kept).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    const response = await transport.send(
      { method, path, headers: Object.fromEntries(texts), ...(body.length > 0 ? { body } : {}) },
      ended.signal,
    );
    if (method !== 'GET') {
      writes += 1;
      onWrite(writes);
    }
    const { 'transfer-encoding': _encoding, ...responseHeaders } = response.headers;
    for (const [name, value] of Object.entries(responseHeaders)) outgoing.setHeader(name, value);
    outgoing.writeHead(response.status);
    outgoing.flushHeaders();
    for await (const piece of piecesOf(response.body)) outgoing.write(piece);
    outgoing.end();
  };
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get writes() {
      return writes;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function* piecesOf(body: HttpBody): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}
