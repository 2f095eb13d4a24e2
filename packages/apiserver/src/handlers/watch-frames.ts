import type { ObjectMeta, Status } from '@kb/apimachinery';
import { toBytes, toJson } from '../http/encode.ts';
import type { ApiObject, FrozenObject } from '../resources/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { deepFreeze } from '../storage/deep-freeze.ts';
import type { StorageEvent } from '../storage/stored-object.ts';
import { partialMetadataOf, readIncludeObject, tableOf } from '../tables/table.ts';
import type { Call } from './endpoint.ts';

type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';

/** Writes the frames of one watch, in the form that was negotiated. */
export interface WatchFrames {
  object(type: EventType, object: FrozenObject): Uint8Array;
  /** The frame of a change as a watch with a selector sees it: what comes into view is added, what goes out of it is deleted. Undefined when it sees nothing. */
  event(event: StorageEvent, isSelected: (object: FrozenObject) => boolean): Uint8Array | undefined;
  /** `initial`: after the initial events. */
  bookmark(revision: number, initial: boolean): Uint8Array;
  error(status: Status): Uint8Array;
}

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/** Frames of changes in their plain form, for all watches of a resource. */
const shared = new WeakMap<ServedResource, WeakMap<StorageEvent, Uint8Array>>();

/** Makes the writer of one watch's frames. Throws the StatusError of options that it cannot follow. */
export function createWatchFrames({ server, request, endpoint }: Call): WatchFrames {
  const { resource } = endpoint;
  const { transform, metaVersion } = request.representation;
  const includeObject = transform === 'Table' ? readIncludeObject(request.query) : 'Metadata';
  let first = true;

  const shown = (object: FrozenObject): unknown => {
    if (transform === 'PartialObjectMetadata') return partialMetadataOf(object, metaVersion);
    if (transform !== 'Table') return object;
    const withDefinitions = first;
    first = false;
    const metadata = { resourceVersion: object.metadata.resourceVersion ?? '' };
    return tableOf([object], metadata, {
      columns: resource.columns,
      includeObject,
      metaVersion,
      now: server.clock.now(),
      withDefinitions,
    });
  };
  const frame = (type: string, body: unknown): Uint8Array => toBytes(`{"type":"${type}","object":${toJson(body)}}\n`);
  const object = (type: EventType, body: FrozenObject): Uint8Array => frame(type, shown(body));

  return {
    object,
    event: (event, isSelected) => {
      const current = resource.fromStorage(event.current.object);
      const previous = event.previous && resource.fromStorage(event.previous.object);
      const was = previous !== undefined && isSelected(previous);
      const is = event.type !== 'DELETED' && isSelected(current);
      const type = is ? (was ? 'MODIFIED' : 'ADDED') : was ? 'DELETED' : undefined;
      if (!type) return undefined;
      if (type === event.type && transform === 'none') return sharedFrame(resource, event, () => object(type, current));
      return object(
        type,
        type === 'DELETED' && event.type !== 'DELETED' && previous ? atRevision(previous, event.revision) : current,
      );
    },
    bookmark: (revision, initial) => object('BOOKMARK', bookmarkObject(resource, revision, initial)),
    error: (status) => frame('ERROR', status),
  };
}

function sharedFrame(resource: ServedResource, event: StorageEvent, write: () => Uint8Array): Uint8Array {
  let frames = shared.get(resource);
  if (!frames) {
    frames = new WeakMap();
    shared.set(resource, frames);
  }
  let frame = frames.get(event);
  if (!frame) {
    frame = write();
    frames.set(event, frame);
  }
  return frame;
}

/** An object that went out of view: as it was before, with the revision of the change. */
function atRevision(object: FrozenObject, revision: number): FrozenObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}

function bookmarkObject(resource: ServedResource, revision: number, initial: boolean): FrozenObject {
  const { apiVersion, kind, custom, codec } = resource;
  const metadata: Partial<ObjectMeta> = {
    resourceVersion: String(revision),
    ...(initial && { annotations: { [INITIAL_EVENTS_END]: 'true' } }),
  };
  const object: ApiObject = { kind, apiVersion, metadata };
  return custom ? object : deepFreeze(codec.encode(object));
}
