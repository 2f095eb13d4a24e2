import { Pool } from 'undici';
import type { BenchServer } from './bench-server.ts';

/** A request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
}

/** How a response is read that nobody keeps. */
export interface ReadOptions {
  /** Default: JSON. */
  readonly accept?: string;
  /** Accept gzip. */
  readonly gzip?: boolean;
  /** Stop reading when this says so of a piece; the connection then ends. Default: read to the end. */
  readonly until?: (piece: Buffer) => boolean;
}

/** Connections to a server that requests are made on. */
export interface Load {
  /** Makes a request and returns the text of the body. Throws when the server refuses it. */
  request(request: LoadRequest): Promise<string>;
  /**
   * Makes `count` requests, as many at a time as there are connections. Resolves with the milliseconds that all
   * took together.
   */
  run(count: number, requestOf: (index: number) => LoadRequest): Promise<number>;
  /** Makes a GET and throws the body away as it comes. Resolves with the bytes. Throws when the server refuses it. */
  read(path: string, options?: ReadOptions): Promise<number>;
  /** Opens a watch; calls `onFrames` for the frames that arrive. */
  watch(path: string, onFrames: (count: number) => void): Promise<() => void>;
  close(): Promise<void>;
}

const NEWLINE = 10;

/** Opens connections, kept alive, to a server: HTTP/1.1 over TLS. */
export function openLoad({ url, ca, headers: credentials }: BenchServer, connections: number): Load {
  const open = (count: number): Pool =>
    new Pool(url, { connections: count, pipelining: 1, connect: { ca }, bodyTimeout: 0, headersTimeout: 0 });
  const pool = open(connections);
  const watchers = open(1000);
  const headers = { ...credentials, accept: 'application/json', 'user-agent': 'bench/1' };
  const request = async ({ method, path, body, contentType = 'application/json' }: LoadRequest): Promise<string> => {
    const answer = await pool.request({
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': contentType },
      ...(body !== undefined && { body }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    return text;
  };
  const read = async (path: string, { accept, gzip = false, until }: ReadOptions = {}): Promise<number> => {
    const answer = await pool.request({
      method: 'GET',
      path,
      headers: { ...headers, ...(accept !== undefined && { accept }), ...(gzip && { 'accept-encoding': 'gzip' }) },
    });
    if (answer.statusCode >= 300)
      throw new Error(`GET ${path}: ${answer.statusCode} ${(await answer.body.text()).slice(0, 300)}`);
    let bytes = 0;
    for await (const piece of answer.body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (until?.(piece) === true) break;
    }
    return bytes;
  };
  return {
    request,
    read,
    run: async (count, requestOf) => {
      let next = 0;
      const started = performance.now();
      const worker = async (): Promise<void> => {
        while (next < count) {
          const index = next;
          next += 1;
          await request(requestOf(index));
        }
      };
      await Promise.all(Array.from({ length: connections }, worker));
      return performance.now() - started;
    },
    watch: async (path, onFrames) => {
      const stop = new AbortController();
      const { statusCode, body } = await watchers.request({ method: 'GET', path, headers, signal: stop.signal });
      if (statusCode !== 200) throw new Error(`watch ${path}: ${statusCode}`);
      body.on('data', (chunk: Buffer) => {
        let frames = 0;
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) frames += 1;
        onFrames(frames);
      });
      // Stopping it is what ends it.
      body.on('error', () => undefined);
      return () => stop.abort();
    },
    close: async () => {
      await pool.close();
      await watchers.destroy();
    },
  };
}
