import { expired, isStatusError } from '@kb/apimachinery';
import type { StreamReply } from '../http/reply.ts';
import type { StorageEvent } from '../storage/stored-object.ts';
import type { Call } from './endpoint.ts';
import { isSelected, type ListOptions, readListOptions } from './list-options.ts';
import { parseRevision, tooLargeRevision, waitForRevision } from './wait-for-revision.ts';
import { createWatchFrames, type WatchFrames } from './watch-frames.ts';
import { createWatchStream, type WatchStream } from './watch-stream.ts';

/** How often a watch that asks for bookmarks gets one. */
const BOOKMARK_INTERVAL_MS = 60_000;
/** How long before its end a watch gets the last one. */
const LAST_BOOKMARK_MS = 2000;
/** A watch that names no timeout ends after this long, or up to twice as long. */
const MIN_TIMEOUT_MS = 1_800_000;

/** GET with `watch`: a stream of events. */
export async function handleWatch(call: Call): Promise<StreamReply> {
  const { server, request, endpoint } = call;
  const { resource } = endpoint;
  const options = readListOptions(request.query, resource, true, endpoint.name);
  const start = parseRevision(options.resourceVersion, 'watch') ?? 0;
  const collection = server.store.collection(resource.collection);
  const stream = createWatchStream(request.signal);
  const frames = createWatchFrames(call);
  const reply: StreamReply = { type: 'stream', contentType: 'application/json', body: stream.body };

  if (request.representation.transform === 'PartialObjectMetadataList') {
    stream.end();
    return reply;
  }
  const initial = options.sendInitialEvents ?? start === 0;
  if (initial && start > server.store.revision && !(await arrives(call, options, stream, frames))) return reply;
  if (!initial && start !== 0 && start < collection.floor) {
    stream.push(frames.error(expired(`too old resource version: ${start} (${server.store.revision})`)));
    stream.end();
    return reply;
  }
  begin(call, options, stream, frames, initial, start);
  return reply;
}

/** Waits for the revision that the initial events must have; tells the stream when it does not come. */
async function arrives(
  call: Call,
  { resourceVersion }: ListOptions,
  stream: WatchStream,
  frames: WatchFrames,
): Promise<boolean> {
  try {
    await waitForRevision(call, resourceVersion, 'watch');
    return true;
  } catch (error) {
    if (!isStatusError(error)) throw error;
    stream.push(frames.error(tooLargeRevision(Number(resourceVersion), call.server.store.revision)));
    stream.end();
    return false;
  }
}

/** Sends what there is already, and from then on what comes. All in one go, so that nothing is missed or told twice. */
function begin(
  { server, endpoint }: Call,
  options: ListOptions,
  stream: WatchStream,
  frames: WatchFrames,
  initial: boolean,
  start: number,
): void {
  const { resource, namespace } = endpoint;
  const { selection, allowWatchBookmarks } = options;
  const collection = server.store.collection(resource.collection);
  const deliver = (event: StorageEvent): void => {
    if (namespace !== '' && event.current.namespace !== namespace) return;
    const frame = frames.event(event, (object) => isSelected(selection, object, resource));
    if (frame) stream.push(frame);
  };
  if (initial) {
    for (const stored of collection.walk(namespace === '' ? {} : { namespace })) {
      const object = resource.fromStorage(stored.object);
      if (isSelected(selection, object, resource)) stream.push(frames.object('ADDED', object));
    }
    if (allowWatchBookmarks) stream.push(frames.bookmark(server.store.revision, true));
  } else if (start !== 0) {
    collection.eventsSince(start).forEach(deliver);
  }

  const startedAt = initial || start === 0 ? server.store.revision : start;
  stream.onEnd(collection.subscribe((event) => event.revision > start && deliver(event)));
  // A definition that changes or goes ends the watches of its resource.
  stream.onEnd(
    server.registry.subscribe(() => {
      if (server.registry.find(resource.group, resource.version, resource.plural) !== resource) stream.end();
    }),
  );
  const timeout = options.timeoutSeconds
    ? options.timeoutSeconds * 1000
    : Math.floor(MIN_TIMEOUT_MS * (1 + server.random()));
  stream.onEnd(server.clock.after(timeout, () => stream.end()));
  if (!allowWatchBookmarks) return;
  const sendBookmark = (): void => {
    if (collection.revision > startedAt) stream.push(frames.bookmark(collection.revision, false));
  };
  const repeat = (): void => {
    sendBookmark();
    cancelRepeat = server.clock.after(BOOKMARK_INTERVAL_MS, repeat);
  };
  let cancelRepeat = server.clock.after(BOOKMARK_INTERVAL_MS, repeat);
  stream.onEnd(() => cancelRepeat());
  if (timeout > LAST_BOOKMARK_MS) stream.onEnd(server.clock.after(timeout - LAST_BOOKMARK_MS, sendBookmark));
}
