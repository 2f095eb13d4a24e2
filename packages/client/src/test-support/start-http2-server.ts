import fs from 'node:fs';
import http2 from 'node:http2';
import type net from 'node:net';
import { type AddressInfo } from 'node:net';

/** Reads a file of `testdata/tls`. */
export const pem = (name: string): string =>
  fs.readFileSync(new URL(`../testdata/tls/${name}`, import.meta.url), 'utf8');

/** Handles one HTTP/2 request. */
export type StreamAnswer = (
  stream: http2.ServerHttp2Stream,
  path: string,
  index: number,
  headers: http2.IncomingHttpHeaders,
) => void;

/** A test server that supports HTTP/2 and HTTP/1.1. */
export interface Http2TestServer {
  readonly url: string;
  /** The open HTTP/2 sessions, oldest first. */
  readonly sessions: http2.ServerHttp2Session[];
  /** All HTTP/2 streams so far. */
  readonly streams: http2.ServerHttp2Stream[];
  /** Paths that were requested over HTTP/1.1. */
  readonly plain: string[];
  /** Returns the number of HTTP/2 sessions so far. */
  sessionCount(): number;
  /** Resolves when this many streams have begun. */
  untilStreams(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a test server. `settings` are sent to clients, such as the limit of streams. */
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
