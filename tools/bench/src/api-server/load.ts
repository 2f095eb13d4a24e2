import { Pool } from 'undici';
import type { BenchServer } from './bench-server.ts';

/** A request that a load sends. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
}

/** Options of {@link Load.read}. */
export interface ReadOptions {
  /** The Accept header. Default: JSON. */
  readonly accept?: string;
  /** Accept gzip. Default: false. */
  readonly gzip?: boolean;
  /** Stops reading, and closes the connection, when this returns true for a chunk. Default: read to the end. */
  readonly until?: (piece: Buffer) => boolean;
}

/** Connections to a server, and the requests that are sent over them. */
export interface Load {
  /** Sends a request. Resolves with the response, whatever its status. */
  send(request: LoadRequest): Promise<{ readonly status: number; readonly text: string }>;
  /** Sends a request. Resolves with the body as text; rejects when the status is 300 or above. */
  request(request: LoadRequest): Promise<string>;
  /**
   * Sends `count` requests, one at a time on each connection. Resolves with the milliseconds until all have completed.
   */
  run(count: number, requestOf: (index: number) => LoadRequest): Promise<number>;
  /**
   * Sends a GET and discards the body as it arrives. Resolves with its size in bytes; rejects like
   * {@link Load.request}.
   */
  read(path: string, options?: ReadOptions): Promise<number>;
  /**
   * Opens a watch and calls `onFrames` with the number of events that arrive. Resolves with a function that closes it.
   */
  watch(path: string, onFrames: (count: number) => void): Promise<() => void>;
  close(): Promise<void>;
}

const NEWLINE = 10;

/** Opens keep-alive connections to a server: HTTP/1.1 over TLS. */
export function openLoad({ url, ca, headers: credentials }: BenchServer, connections: number): Load {
  const open = (count: number): Pool =>
    new Pool(url, {
      connections: count,
      pipelining: 1,
      connect: { ca },
      allowH2: false,
      bodyTimeout: 0,
      headersTimeout: 0,
    });
  const pool = open(connections);
  const watchers = open(1000);
  const headers = { ...credentials, accept: 'application/json', 'user-agent': 'bench/1' };
  const send: Load['send'] = async ({ method, path, body, contentType = 'application/json' }) => {
    const response = await pool.request({
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': contentType },
      ...(body !== undefined && { body }),
    });
    return { status: response.statusCode, text: await response.body.text() };
  };
  const request = async (sent: LoadRequest): Promise<string> => {
    const { status, text } = await send(sent);
    if (status >= 300) throw new Error(`${sent.method} ${sent.path}: ${status} ${text.slice(0, 300)}`);
    return text;
  };
  const read = async (path: string, { accept, gzip = false, until }: ReadOptions = {}): Promise<number> => {
    const response = await pool.request({
      method: 'GET',
      path,
      headers: { ...headers, ...(accept !== undefined && { accept }), ...(gzip && { 'accept-encoding': 'gzip' }) },
    });
    if (response.statusCode >= 300)
      throw new Error(`GET ${path}: ${response.statusCode} ${(await response.body.text()).slice(0, 300)}`);
    let bytes = 0;
    for await (const piece of response.body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (until?.(piece) === true) break;
    }
    return bytes;
  };
  return {
    send,
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
      // Closing the watch aborts its body, which emits an error.
      body.on('error', () => undefined);
      return () => stop.abort();
    },
    close: async () => {
      await pool.close();
      await watchers.destroy();
    },
  };
}
