import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';

/** A server of a test, on loopback. */
export interface ScriptedServer extends Disposable {
  readonly port: number;
  /** Method, path, `authorization` and number of the connection of each request. */
  readonly asked: string[];
}

/** Handles one request. */
export type ScriptedAnswer = (...of: Parameters<http.RequestListener>) => void | Promise<void>;

/** Starts a server on loopback that responds by script, over TLS when there are options for it. */
export async function startScriptedServer(answer: ScriptedAnswer, tls?: https.ServerOptions): Promise<ScriptedServer> {
  const asked: string[] = [];
  const connections = new Map<unknown, number>();
  const listener: http.RequestListener = (request, response) => {
    const { method, url, headers, socket } = request;
    connections.set(socket, connections.get(socket) ?? connections.size + 1);
    asked.push([method, url, headers.authorization, connections.get(socket)].filter(Boolean).join(' '));
    Promise.resolve(answer(request, response)).catch(() => response.destroy());
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Starts a proxy that forwards requests and tunnels connections (CONNECT), or refuses to, and records its requests. */
export async function startProxy(refuse = false): Promise<ScriptedServer> {
  const asked: string[] = [];
  const sockets = new Set<net.Socket>();
  const note = ({ method, url, headers }: http.IncomingMessage): number =>
    asked.push(`${method} ${url} ${headers['proxy-authorization'] ?? ''}`.trim());
  const proxy = http.createServer((incoming, outgoing) => {
    note(incoming);
    const forward = http.request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers });
    forward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  proxy.on('connect', (incoming, socket: net.Socket) => {
    note(incoming);
    if (refuse) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const [host, port] = (incoming.url ?? '').split(':');
    const upstream = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => undefined);
    sockets.add(socket).add(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    asked,
    [Symbol.dispose]: () => {
      proxy.close();
      proxy.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
}
