import { internalError, type KubernetesObject, type ResourceDefinition, StatusError } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import type { WatchEvent, WatchStream } from '../../client.ts';
import type { WatchOptions } from '../../call-options.ts';
import { ConnectionError } from '../../errors/connection-error.ts';
import { UnexpectedResponseError } from '../../errors/unexpected-response-error.ts';
import { asStatus } from '../../response/failure-status.ts';
import { createLineSplitter } from '../../response/line-splitter.ts';
import { linkedAbort } from '../../abort/abort-signals.ts';
import { watchParameters } from '../request/query.ts';
import { acceptOf, includeOf, shapeObject } from './metadata-only.ts';
import { collectionTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';
import { sendRequest } from '../request/send-request.ts';

/** The longest event, in bytes: far more than the API server stores as one object. */
const MAX_EVENT_LENGTH = 64 << 20;

/** Creates a watch, whose request is sent when it is iterated. Each iteration sends a separate request. */
export function watchObjects<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: WatchOptions = {},
): WatchStream<T> {
  const batches = (): AsyncIterator<WatchBatch<T>> => iterateBatches(config, resource, options);
  return {
    batches: () => ({ [Symbol.asyncIterator]: batches }),
    [Symbol.asyncIterator]: () => iterateEvents(batches()),
  };
}

/** Events that arrived together, oldest first; never empty. */
type WatchBatch<T extends KubernetesObject> = readonly WatchEvent<T>[];

/** Iterates over single events. Events of the same batch are returned without waiting. */
function iterateEvents<T extends KubernetesObject>(
  batches: AsyncIterator<WatchBatch<T>>,
): AsyncIterator<WatchEvent<T>> {
  let open: WatchEvent<T>[] = [];
  let at = 0;
  return {
    next: async () => {
      for (;;) {
        const event = open[at];
        if (event !== undefined) {
          at += 1;
          return { done: false, value: event };
        }
        const result = await batches.next();
        // Several calls may be waiting: do not lose events that another one received.
        const left = open.slice(at);
        if (result.done && left.length === 0) return { done: true, value: undefined };
        open = result.done ? left : [...left, ...result.value];
        at = 0;
      }
    },
    return: async () => {
      open = [];
      await batches.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** The iterator of a watch: the generator below, except that leaving it does not wait for more data of the server. */
function iterateBatches<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: WatchOptions,
): AsyncIterator<WatchBatch<T>> {
  const abort = linkedAbort(options.signal);
  const batches = readBatches<T>(config, resource, { ...options, signal: abort.signal });
  let left = false;
  const settle = async (step: Promise<IteratorResult<WatchBatch<T>>>): Promise<IteratorResult<WatchBatch<T>>> => {
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
    next: () => settle(batches.next()),
    return: () => {
      left = true;
      abort.abort(new Error('the watch was left'));
      return settle(batches.return(undefined));
    },
  };
}

async function* readBatches<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: WatchOptions,
): AsyncGenerator<WatchBatch<T>, undefined> {
  const target = collectionTarget(resource, options.namespace);
  const { path } = target;
  const query = { ...watchParameters(options), ...includeOf(resource) };
  const request = { method: 'GET', ...target, query, ...acceptOf(resource, 'object') } as const;
  const { body } = await sendRequest(config, request, options);
  options.onOpen?.();
  const splitter = createLineSplitter(MAX_EVENT_LENGTH);
  const parse = options.readOnly ? config.sharedReader.read : parseJson;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    const { events, failure } = readEvents<T>(splitter.push(chunk), path, parse);
    if (events.length > 0) yield shapeEvents(resource, events);
    if (failure !== undefined) throw failure;
  }
  const rest = splitter.rest();
  if (!isBlank(rest)) yield shapeEvents(resource, [eventOf<T>(parseLastLine(rest, path, parse), path)]);
}

/** Reduces the objects of events if the handle is metadata-only; returns the same array otherwise. */
function shapeEvents<T extends KubernetesObject>(
  resource: ResourceDefinition,
  events: readonly WatchEvent<T>[],
): readonly WatchEvent<T>[] {
  if (!resource.metadataOnly) return events;
  return events.map((event) =>
    event.type === 'BOOKMARK' ? event : { type: event.type, object: shapeObject(resource, event.object) },
  );
}

/** Parses events up to the first invalid line, and returns them together with the error of that line. */
function readEvents<T extends KubernetesObject>(
  lines: readonly Uint8Array[],
  path: string,
  parse: Parse,
): { readonly events: WatchEvent<T>[]; readonly failure?: Error } {
  const events: WatchEvent<T>[] = [];
  for (const line of lines) {
    if (isBlank(line)) continue;
    try {
      events.push(eventOf<T>(parseLine(line, path, parse), path));
    } catch (error) {
      if (error instanceof UnexpectedResponseError || error instanceof StatusError) return { events, failure: error };
      throw error;
    }
  }
  return { events };
}

/** Whether a line contains only white space. Proxies send such lines to keep connections alive, some with CR LF. */
function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

type Parse = (line: Uint8Array) => unknown;

function parseLine(line: Uint8Array, path: string, parse: Parse): unknown {
  try {
    return parse(line);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new UnexpectedResponseError(`watch of ${path}: the server sent a line that is not JSON`, { cause: error });
  }
}

/** Parses a line without a line end. If it is incomplete, the connection was cut in the middle of it. */
function parseLastLine(line: Uint8Array, path: string, parse: Parse): unknown {
  try {
    return parse(line);
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
    throw new UnexpectedResponseError(`watch of ${path}: the server sent a line that is not a watch event`);
  }
  const { type, object } = value;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      // Not checked, as with every response.
      return { type, object } as object as WatchEvent<T>;
    case 'ERROR':
      throw new StatusError(asStatus(object) ?? internalError('the watch sent an error event without a Status'));
    default:
      throw new UnexpectedResponseError(
        `watch of ${path}: the server sent an event of the unknown type ${JSON.stringify(type)}`,
      );
  }
}
