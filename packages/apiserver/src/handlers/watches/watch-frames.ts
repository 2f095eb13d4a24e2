import type { Status } from '@kb/apimachinery';
import { type Content, partialMetadata, plainContent, textContent } from '../../answers/content.ts';
import { toBytes } from '../../http/encode.ts';
import type { FrozenObject } from '../../objects/api-object.ts';
import { emptyObjectOf } from '../../resources/empty-object.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import { FRAME_LENGTH, writeWatchFrame } from '../../serializer/protobuf/watch-frame.ts';
import type { StorageEvent } from '../../storage/stored-object.ts';
import { readIncludeObject, tableOf } from '../../answers/table.ts';
import type { Call } from '../../context/call.ts';

type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';

/** Encodes the frames of one watch, in the negotiated form. */
export interface WatchFrames {
  object(type: EventType, object: FrozenObject): Uint8Array;
  /**
   * The frame of a change for a watch with a selector: an object that begins to match is added, one that no longer
   * matches is deleted. Undefined if it matched neither before nor after.
   */
  event(event: StorageEvent, isSelected: (object: FrozenObject) => boolean): Uint8Array | undefined;
  /** `initial`: the bookmark after the initial events. */
  bookmark(revision: number, initial: boolean): Uint8Array;
  error(status: Status): Uint8Array;
}

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * The frames of the last change of a resource, by the forms of watches. All watches get a change before the next one,
 * so older frames need not be kept.
 */
interface SharedFrames {
  readonly event: StorageEvent;
  readonly byForm: Map<string, Uint8Array>;
}

const shared = new WeakMap<ServedResource, SharedFrames>();

/**
 * Creates the encoder of one watch's frames; messages of their own (`single`) have no length prefix. Throws the
 * StatusError of options that it does not support.
 */
export function createWatchFrames({ server, request, endpoint }: Call, single = false): WatchFrames {
  const { resource } = endpoint;
  const { transform, metaVersion, encoding } = request.representation;
  const includeObject = transform === 'Table' ? readIncludeObject(request.query) : 'Metadata';
  const form = `${encoding} ${transform} ${metaVersion} ${single}`;
  let first = true;

  /** `marksEnd`: of the initial events; clients look for that in the object of the row, whatever includeObject says. */
  const shown = (object: FrozenObject, marksEnd = false): Content => {
    if (transform === 'PartialObjectMetadata') return partialMetadata(object, metaVersion);
    if (transform !== 'Table') return plainContent(object);
    const withDefinitions = first;
    first = false;
    const metadata = { resourceVersion: object.metadata.resourceVersion ?? '' };
    return textContent(
      tableOf([object], metadata, {
        columns: resource.columns,
        includeObject: marksEnd && includeObject === 'None' ? 'Metadata' : includeObject,
        metaVersion,
        now: server.clock.now(),
        withDefinitions,
      }),
    );
  };
  const frame = (type: string, body: Content): Uint8Array => {
    const bytes = encoding === 'protobuf' ? body.protobuf() : undefined;
    if (bytes) return writeWatchFrame(type, bytes).subarray(single ? FRAME_LENGTH : 0);
    return toBytes(`{"type":"${type}","object":${body.json()}}\n`);
  };
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
      const write = (): Uint8Array =>
        object(
          type,
          type === 'DELETED' && event.type !== 'DELETED' && previous ? atRevision(previous, event.revision) : current,
        );
      // Tables are encoded for each watch separately, because each gets the columns once.
      return transform === 'Table' ? write() : sharedFrame(resource, `${form} ${type}`, event, write);
    },
    bookmark: (revision, initial) => frame('BOOKMARK', shown(bookmarkObject(resource, revision, initial), initial)),
    error: (status) => frame('ERROR', plainContent(status)),
  };
}

function sharedFrame(resource: ServedResource, form: string, event: StorageEvent, write: () => Uint8Array): Uint8Array {
  let frames = shared.get(resource);
  if (frames?.event !== event) {
    frames = { event, byForm: new Map() };
    shared.set(resource, frames);
  }
  let frame = frames.byForm.get(form);
  if (!frame) {
    frame = write();
    frames.byForm.set(form, frame);
  }
  return frame;
}

/** An object that no longer matches: its previous state, with the revision of the change. */
function atRevision(object: FrozenObject, revision: number): FrozenObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}

function bookmarkObject(resource: ServedResource, revision: number, initial: boolean): FrozenObject {
  const annotations = initial ? { annotations: { [INITIAL_EVENTS_END]: 'true' } } : {};
  return emptyObjectOf(resource, { ...annotations, resourceVersion: String(revision) });
}
