// A thread that holds the watches: HTTP/2 streams, as many per connection as the server allows, as Kubernetes clients
// open them. It counts events and discards them.
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { BenchServer } from '../../api-server/bench-server.ts';
import type { WatchersAnswer, WatchersQuestion } from './watchers-protocol.ts';

/** The embedded server's limit of streams per connection, which is kube-apiserver's default. */
const STREAMS_PER_CONNECTION = 100;
const WINDOW_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

interface Group {
  readonly streams: readonly ClientHttp2Stream[];
  readonly sessions: readonly ClientHttp2Session[];
  events: number;
  closed: boolean;
}

const { url, ca, headers } = workerData as Pick<BenchServer, 'url' | 'ca' | 'headers'>;
const credentials = Object.fromEntries(
  Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]] as const),
);
const groups = new Map<string, Group>();

parentPort?.on('message', (question: WatchersQuestion) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
  void answer(question).then((value) => parentPort?.postMessage(value));
});

async function answer(question: WatchersQuestion): Promise<WatchersAnswer> {
  switch (question.type) {
    case 'open':
      await openGroup(question.group, question.paths);
      break;
    case 'close':
      await closeGroup(question.group);
      break;
    case 'count':
      break;
  }
  return { events: groups.get(question.group)?.events ?? 0 };
}

async function openGroup(name: string, paths: readonly string[]): Promise<void> {
  const sessions: ClientHttp2Session[] = [];
  const streams: ClientHttp2Stream[] = [];
  const group: Group = { sessions, streams, events: 0, closed: false };
  groups.set(name, group);
  const opened: Promise<unknown>[] = [];
  for (let first = 0; first < paths.length; first += STREAMS_PER_CONNECTION) {
    const session = connect(url, { ca, settings: { initialWindowSize: WINDOW_BYTES } });
    sessions.push(session);
    await once(session, 'connect');
    session.setLocalWindowSize(WINDOW_BYTES);
    for (const path of paths.slice(first, first + STREAMS_PER_CONNECTION)) {
      const stream = session.request({ ...credentials, [constants.HTTP2_HEADER_PATH]: path });
      streams.push(stream);
      opened.push(follow(group, stream, path));
    }
  }
  await Promise.all(opened);
}

/** Resolves when the server has responded. */
async function follow(group: Group, stream: ClientHttp2Stream, path: string): Promise<void> {
  stream.on('data', (piece: Buffer) => {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) group.events += 1;
  });
  stream.on('close', () => {
    if (!group.closed && stream.rstCode !== constants.NGHTTP2_NO_ERROR)
      throw new Error(`the server ended a watch: ${path}, code ${stream.rstCode}`);
  });
  const [headers] = await once(stream, 'response');
  if (headers[':status'] !== 200) throw new Error(`GET ${path}: ${headers[':status']}`);
}

async function closeGroup(name: string): Promise<void> {
  const group = groups.get(name);
  if (group === undefined) return;
  group.closed = true;
  for (const stream of group.streams) stream.close(constants.NGHTTP2_CANCEL);
  await Promise.all(group.sessions.map((session) => new Promise<void>((resolve) => session.close(resolve))));
  groups.delete(name);
}
