import fs from 'node:fs';
import http2 from 'node:http2';
import type net from 'node:net';
import { type AddressInfo } from 'node:net';

/** A file of `testdata/tls`. */
export const pem = (name: string): string =>
  fs.readFileSync(new URL(`../testdata/tls/${name}`, import.meta.url), 'utf8');

/** Handles one request of HTTP/2. */
export type StreamAnswer = (
  stream: http2.ServerHttp2Stream,
  path: string,
  index: number,
  headers: http2.IncomingHttpHeaders,
) => void;

/** A server of a test that speaks HTTP/2, and HTTP/1.1 with those who do not. */
export interface Http2TestServer {
  readonly url: string;
  /** The sessions of HTTP/2 that are open, oldest first. */
  readonly sessions: http2.ServerHttp2Session[];
  /** Streams of HTTP/2 so far. */
  readonly streams: http2.ServerHttp2Stream[];
  /** Paths that were asked for by HTTP/1.1. */
  readonly plain: string[];
  /** How many sessions of HTTP/2 there have been. */
  sessionCount(): number;
  /** Resolves when this many streams have begun. */
  untilStreams(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts one; `settings` are what it tells clients, such as how many streams they may open. */
export async function startHttp2Server(answer: StreamAnswer, settings: http2.Settings = {}): Promise<Http2TestServer> {
  const sessions: http2.ServerHttp2Session[] = [];
  const streams: http2.ServerHttp2Stream[] = [];
  const plain: string[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<net.Socket>();
  let count = 0;
  const server = http2.createSecureServer({
    cert: pem('server.crt'),
    key: pem('server.key'),
    allowHTTP1: true,
    settings,
    maxSessionMemory: 1000,
  });
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('session', (session) => {
    count += 1;
    sessions.push(session);
    session.on('error', () => undefined);
    session.on('close', () => sessions.splice(sessions.indexOf(session), 1));
  });
  server.on('stream', (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => {
    stream.on('error', () => undefined);
    streams.push(stream);
    for (const check of waiting) check();
    answer(stream, headers[':path'] ?? '', streams.length - 1, headers);
  });
  server.on('request', (request, response) => {
    if (request.httpVersionMajor >= 2) return;
    plain.push(request.url);
    response.end('{"http":1}');
  });
  server.on('sessionError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    sessions,
    streams,
    plain,
    sessionCount: () => count,
    untilStreams: (wanted) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (streams.length < wanted) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
