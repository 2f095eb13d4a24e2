import { expired, isStatusError } from '@kb/apimachinery';
import type { Encoding } from '../../http/negotiation.ts';
import type { RawReply, StreamReply } from '../../answers/reply.ts';
import { answerWebSocketRequest, isWebSocketRequest } from '../../http/web-socket.ts';
import type { FrozenObject } from '../../objects/api-object.ts';
import type { Collection, Scope } from '../../storage/collection.ts';
import type { StorageEvent, StoredObject } from '../../storage/stored-object.ts';
import type { Call } from '../../context/call.ts';
import { isSelected, type ListOptions, readListOptions } from '../lists/list-options.ts';
import { keepingConversions } from '../../resources/conversion-memory.ts';
import { whenConverted } from '../../resources/conversion-needed.ts';
import { createConversionQueue } from './conversion-queue.ts';
import { BATCH, batchesOf, held } from '../lists/list.ts';
import { parseRevision, tooLargeRevision, waitForRevision } from '../lists/wait-for-revision.ts';
import { sendBookmarks } from './watch-bookmarks.ts';
import { createWatchFrames, type WatchFrames } from './watch-frames.ts';
import { createWatchStream, type WatchStream } from './watch-stream.ts';

/** A watch without a timeout ends after this time, or up to twice as long. */
const MIN_TIMEOUT_MS = 1_800_000;

/** Handles GET with `watch`: returns a stream of events, or a WebSocket with a message for each. */
export async function handleWatch(call: Call): Promise<StreamReply | RawReply> {
  const { server, request, endpoint } = call;
  const { resource } = endpoint;
  const options = readListOptions(request.query, resource, 'watch', endpoint.name);
  const start = parseRevision(options.resourceVersion, 'watch') ?? 0;
  const collection = server.store.collection(resource.collection);
  const webSocket = isWebSocketRequest(request.headers) ? answerWebSocketRequest(request.headers) : undefined;
  if (webSocket && !webSocket.accepted) return { type: 'raw', contentType: undefined, ...webSocket };
  const { measure } = request;
  const countEvent = server.metrics.watches.eventsOf(resource);
  const sent = (bytes: number): void => {
    measure.sent(bytes);
    countEvent(bytes);
  };
  const stream = createWatchStream(request.signal, { single: webSocket !== undefined, turns: server.turns, sent });
  // A WebSocket has no status for Go's server.
  stream.onEnd(() => measure.end(webSocket ? 0 : 200));
  const frames = createWatchFrames(call, webSocket !== undefined);
  const reply: StreamReply = {
    type: 'stream',
    contentType: streamTypeOf(request.representation.encoding),
    ...(webSocket && { webSocket: webSocket.headers }),
    body: stream.body,
  };

  if (request.representation.transform === 'PartialObjectMetadataList' || (options.timeoutSeconds ?? 0) < 0) {
    stream.end();
    return reply;
  }
  const initial = options.sendInitialEvents ?? start === 0;
  if (
    initial &&
    start > server.store.revision &&
    !(await arrives(call, start, options.resourceVersion, { stream, frames }))
  )
    return reply;
  if (!initial && start !== 0 && start < collection.eventFloor) {
    stream.push(frames.error(expired(`too old resource version: ${start} (${collection.eventFloor})`)));
    stream.end();
    return reply;
  }
  try {
    const watch = { collection, stream, frames, start };
    begin(call, options, { ...watch, ...(initial && { initial: await presentIn(call, options, collection) }) });
  } catch (error) {
    stream.end();
    throw error;
  }
  return reply;
}

/** Waits for the revision that the initial events require; fails the stream on a timeout. */
async function arrives(
  call: Call,
  start: number,
  text: string,
  { stream, frames }: { stream: WatchStream; frames: WatchFrames },
): Promise<boolean> {
  try {
    await waitForRevision(call, start, text);
    return true;
  } catch (error) {
    if (!isStatusError(error)) throw error;
    stream.push(frames.error(tooLargeRevision(text, call.server.store.revision)));
    stream.end();
    return false;
  }
}

/** The objects of a moment. */
interface Present {
  readonly objects: Iterable<StoredObject>;
  readonly revision: number;
}

interface Watch {
  readonly collection: Collection;
  readonly stream: WatchStream;
  readonly frames: WatchFrames;
  /** What it begins with; undefined: with what is new. */
  readonly initial?: Present;
  /** The revision that it goes on after; 0: now. */
  readonly start: number;
}

/**
 * Sends the objects, and from then on changes, without a turn of the event loop in between, so that nothing is missed
 * or sent twice.
 */
function begin({ server, request, endpoint }: Call, options: ListOptions, watch: Watch): void {
  const { resource } = endpoint;
  const { collection, stream, frames, initial, start } = watch;
  const scope = scopeOf(endpoint, options);
  const frameOf = (event: StorageEvent): Uint8Array | undefined =>
    frames.event(event, (object) => isSelected(options.selection, object, resource));

  // They are written while the client reads.
  const seen = keepingConversions((object: FrozenObject) => resource.fromStorage(object));
  function* initialFrames({ objects, revision }: Present): Generator<Uint8Array | undefined> {
    for (const stored of objects) {
      const object = seen(stored.object);
      yield isSelected(options.selection, object, resource) ? frames.object('ADDED', object) : undefined;
    }
    if (options.sendInitialEvents && options.allowWatchBookmarks) yield frames.bookmark(revision, true);
  }
  const after = initial ? initial.revision : start;
  const missed = after === 0 || after === server.store.revision ? [] : collection.eventsSince(after);
  // Where a webhook converts, events wait for it, and all that follows waits for them.
  const queue = resource.prepare && createConversionQueue(resource, stream, server.turns);
  const tell = (event: StorageEvent): void => {
    const frame = frameOf(event);
    if (frame) stream.push(frame);
  };
  function* missedFrames(): Generator<Uint8Array | undefined> {
    for (const event of missed) yield isInScope(event, scope) ? frameOf(event) : undefined;
  }
  const handOn = queue ? (event: StorageEvent): void => queue.add(event, () => tell(event)) : tell;
  // The first row of a table brings the definitions of its columns, before any change does.
  const isTable = request.representation.transform === 'Table';
  if (initial) stream.begin(isTable ? withFirstMade(initialFrames(initial)) : initialFrames(initial));
  else if (!queue) stream.begin(missedFrames());
  if (initial || queue) for (const event of missed) if (isInScope(event, scope)) handOn(event);

  const follow = (event: StorageEvent): void => {
    if (event.revision > start) handOn(event);
  };
  stream.onEnd(collection.subscribe(follow, scope));
  // A definition that changes or goes ends the watches of its resource.
  const endUnlessServed = (): void => {
    if (server.registry.find(resource.group, resource.version, resource.plural) !== resource) stream.end();
  };
  stream.onEnd(server.registry.subscribe(resource, endUnlessServed));
  endUnlessServed();
  const timeout = options.timeoutSeconds
    ? options.timeoutSeconds * 1000
    : Math.floor(MIN_TIMEOUT_MS * (1 + server.random()));
  stream.onEnd(server.clock.after(timeout, () => stream.end()));
  if (!options.allowWatchBookmarks) return;
  const told = initial ? initial.revision : Math.max(start, collection.revision);
  stream.onEnd(
    sendBookmarks(server.clock, {
      // Only if there is something that the client does not know yet.
      send: () => {
        const { revision: reached } = collection;
        if (reached <= told) return;
        const send = (): void => stream.push(frames.bookmark(reached, false));
        if (queue) queue.add(undefined, send);
        else send();
      },
      soon: options.sendInitialEvents === true,
      deadline: server.clock.now() + timeout,
    }),
  );
}

/** The same frames, with those up to the first one encoded now. */
function withFirstMade(frames: Generator<Uint8Array | undefined>): Iterable<Uint8Array | undefined> {
  let first = frames.next();
  while (!first.done && first.value === undefined) first = frames.next();
  function* all(): Generator<Uint8Array | undefined> {
    if (first.done) return;
    yield first.value;
    yield* frames;
  }
  return all();
}

/** The changes that can matter to a watch; it does not get the others. */
function scopeOf({ resource, namespace }: Call['endpoint'], { selection }: ListOptions): Scope {
  const single = selection.name !== undefined && (!resource.namespaced || namespace !== '');
  return { ...(namespace !== '' && { namespace }), ...(single && { name: selection.name }) };
}

function isInScope({ current }: StorageEvent, { namespace, name }: Scope): boolean {
  return (namespace === undefined || current.namespace === namespace) && (name === undefined || current.name === name);
}

/**
 * The objects in scope, as they are now. Where a webhook converts, it is asked for all of them first, some at a time:
 * changes that come meanwhile follow the objects.
 */
async function presentIn(call: Call, options: ListOptions, collection: Collection): Promise<Present> {
  const { server, request, endpoint } = call;
  const { resource } = endpoint;
  const scope = scopeOf(endpoint, options);
  for (;;) {
    const { revision } = server.store;
    const stored = storedIn(collection, scope);
    if (!resource.prepare) return { objects: stored, revision };
    const objects: StoredObject[] = [];
    for (const batch of batchesOf(stored, BATCH)) {
      const turn = server.turns.beforeStep();
      if (turn) {
        await turn;
        request.signal?.throwIfAborted();
      }
      const converted = batch.map(held);
      await whenConverted(() => resource.prepare?.(converted.map(({ object }) => object)));
      objects.push(...converted);
    }
    // Otherwise there were more changes than are remembered. What is converted is not converted again.
    if (revision >= collection.eventFloor) return { objects, revision };
  }
}

/** A copy of the current objects in scope: the collection may change while they are read. */
function storedIn(collection: Collection, { namespace, name }: Scope): Iterable<StoredObject> {
  if (name === undefined) return collection.walk(namespace === undefined ? {} : { namespace });
  const stored = collection.get(namespace ?? '', name);
  return stored ? [stored] : [];
}

/** Only protobuf's content type says that there are frames. */
function streamTypeOf(encoding: Encoding): string {
  return encoding === 'protobuf' ? 'application/vnd.kubernetes.protobuf;stream=watch' : 'application/json';
}
