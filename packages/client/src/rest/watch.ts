import {
  internalError,
  type KubernetesObject,
  parseJson,
  JsonSyntaxError,
  type ResourceDefinition,
  StatusError,
} from '@kb/apimachinery';
import type { WatchEvent, WatchOptions } from '../client.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { asStatus } from './failure-status.ts';
import { isJsonObject } from './json-object.ts';
import { createLineSplitter } from './line-splitter.ts';
import { linkedAbort } from '../abort/linked-abort.ts';
import { watchParameters } from './query.ts';
import { collectionPath } from './resource-path.ts';
import type { RestConfig } from './rest-config.ts';
import { sendRequest } from './send-request.ts';

/** An event is at most this long, in bytes: far above what the API server stores as one object. */
const MAX_EVENT_LENGTH = 64 << 20;

/** One watch request, sent when the first event is asked for. Each iteration is a request of its own. */
export function watchObjects<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: WatchOptions = {},
): AsyncIterable<WatchEvent<T>> {
  return { [Symbol.asyncIterator]: () => iterate(config, resource, options) };
}

/** The iterator of a watch: the generator below, except that leaving it does not wait for the server's next word. */
function iterate<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: WatchOptions,
): AsyncIterator<WatchEvent<T>> {
  const abort = linkedAbort(options.signal);
  const events = readEvents<T>(config, resource, { ...options, signal: abort.signal });
  let left = false;
  const settle = async (step: Promise<IteratorResult<WatchEvent<T>>>): Promise<IteratorResult<WatchEvent<T>>> => {
    try {
      const result = await step;
      if (result.done) abort.unlink();
      return result;
    } catch (error) {
      abort.unlink();
      if (left) return { done: true, value: undefined };
      throw error;
    }
  };
  return {
    next: () => settle(events.next()),
    return: () => {
      left = true;
      abort.abort(new Error('the watch was left'));
      return settle(events.return(undefined));
    },
  };
}

async function* readEvents<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>, undefined> {
  const path = collectionPath(resource, options.namespace);
  const request = { method: 'GET', path, query: watchParameters(options), subject: { resource } } as const;
  const { body } = await sendRequest(config, request, options);
  const splitter = createLineSplitter(MAX_EVENT_LENGTH);
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    for (const line of splitter.push(chunk)) {
      if (line.length > 0) yield eventOf<T>(parseLine(line, path), path);
    }
  }
  const rest = splitter.rest();
  if (rest.length > 0) yield eventOf<T>(parseLastLine(rest, path), path);
}

function parseLine(line: Uint8Array, path: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new UnexpectedResponseError(`watch of ${path}: the server sent a line that is no JSON`, { cause: error });
  }
}

/** A line without an end may be whole. If it is not, the connection was cut in the middle of it. */
function parseLastLine(line: Uint8Array, path: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    throw new ConnectionError(
      'KB_CONNECTION_LOST',
      path,
      `watch of ${path}: the connection was cut in the middle of an event`,
      {
        cause: error,
      },
    );
  }
}

function eventOf<T extends KubernetesObject>(value: unknown, path: string): WatchEvent<T> {
  if (!isJsonObject(value) || !isJsonObject(value['object'])) {
    throw new UnexpectedResponseError(`watch of ${path}: the server sent a line that is no watch event`);
  }
  const { type, object } = value;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      // The server's promise, as with every answer.
      return { type, object } as object as WatchEvent<T>;
    case 'ERROR':
      throw new StatusError(asStatus(object) ?? internalError('the watch sent an error event without a Status'));
    default:
      throw new UnexpectedResponseError(
        `watch of ${path}: the server sent an event of the unknown type ${JSON.stringify(type)}`,
      );
  }
}
