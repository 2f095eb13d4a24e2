import type { HttpBody, ObjectKeyLike } from '@kb/apimachinery';
import type { LogOptions, LogStream } from '../container-streams.ts';
import type { RestConfig } from '../rest/request/rest-config.ts';
import { sendRequest } from '../rest/request/send-request.ts';
import { linkedAbort } from '../abort/abort-signals.ts';
import { podTarget } from './pod-target.ts';

/** The longest line that is kept together, in characters. */
const MAX_LINE = 1 << 20;

/** Reads the log of a container. */
export function logStream(config: RestConfig, key: ObjectKeyLike, options: LogOptions = {}): LogStream {
  const bytes = (): AsyncIterable<Uint8Array> => logBytes(config, key, options);
  return {
    [Symbol.asyncIterator]: () => linesOf(bytes())[Symbol.asyncIterator](),
    bytes,
    text: async () => {
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of bytes()) text += decoder.decode(chunk, { stream: true });
      return text + decoder.decode();
    },
  };
}

async function* logBytes(config: RestConfig, key: ObjectKeyLike, options: LogOptions): AsyncIterable<Uint8Array> {
  const { container, follow, tailLines, sinceSeconds, sinceTime, previous, timestamps, limitBytes } = options;
  const { insecureSkipTLSVerifyBackend } = options;
  const query = {
    container,
    follow,
    insecureSkipTLSVerifyBackend,
    limitBytes,
    previous,
    sinceSeconds,
    sinceTime,
    tailLines,
    timestamps,
  };
  const abort = linkedAbort(options.signal);
  try {
    const request = { method: 'GET', ...podTarget(key, 'log'), query, accept: '*/*' } as const;
    const { body } = await sendRequest(config, request, { ...options, signal: abort.signal });
    yield* chunksOf(body);
  } finally {
    abort.abort(new Error('the log was left'));
    abort.unlink();
  }
}

const chunksOf = (body: HttpBody): AsyncIterable<Uint8Array> | Iterable<Uint8Array> =>
  body instanceof Uint8Array ? [body] : body;

/** Splits bytes into lines of text. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  const take = (last: string): string => {
    const line = pieces.length === 0 ? last : pieces.join('') + last;
    pieces = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield take(text.slice(start, end));
      start = end + 1;
    }
    const rest = text.slice(start);
    if (rest !== '') pieces.push(rest);
    length += rest.length;
    if (length >= MAX_LINE) yield take('');
  }
  const rest = take(decoder.decode());
  if (rest !== '') yield rest;
}
