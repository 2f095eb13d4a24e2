import type { JsonValue } from '@kb/apimachinery';
import { nameIsDnsSubdomain } from '@kb/apimachinery/server';
import { deepFreeze } from '@kb/apimachinery/codec';
import { type ApiObject, asJson, type FrozenObject } from '../../objects/api-object.ts';
import type { ObjectCodec } from '../../resources/served-resource.ts';
import type { BuiltInConversion, BuiltInKind } from '../shared/built-in-kind.ts';
import { eventColumns, eventStrategy } from '../shared/event.ts';

/** Event of `events.k8s.io`: the Events of the core group under newer names. */
export const event: BuiltInKind = {
  group: 'events.k8s.io',
  kind: 'Event',
  strategy: { ...eventStrategy, nameCheck: nameIsDnsSubdomain, anyFinalizer: false },
  columns: eventColumns,
  conversion: convertEvents,
};

function convertEvents(codec: ObjectCodec): BuiltInConversion {
  const shown = new WeakMap<FrozenObject, FrozenObject>();
  return {
    collection: 'events',
    storage: { group: '', version: 'v1', kind: 'Event' },
    fromStorage: (object) => {
      let result = shown.get(object);
      if (!result) {
        result = deepFreeze(codec.encode(renamed(object, 'events.k8s.io/v1', toNew)));
        shown.set(object, result);
      }
      return result;
    },
    toStorage: (object) => renamed(object, 'v1', toCore),
  };
}

/** The field names of events in the core group, with those in `events.k8s.io`. */
const toNew: Readonly<Record<string, string>> = {
  involvedObject: 'regarding',
  message: 'note',
  source: 'deprecatedSource',
  firstTimestamp: 'deprecatedFirstTimestamp',
  lastTimestamp: 'deprecatedLastTimestamp',
  count: 'deprecatedCount',
  reportingComponent: 'reportingController',
};

const toCore = Object.fromEntries(Object.entries(toNew).map(([core, name]) => [name, core]));

function renamed(
  object: ApiObject | FrozenObject,
  apiVersion: string,
  names: Readonly<Record<string, string>>,
): ApiObject {
  const result: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(asJson(object as ApiObject))) result[names[key] ?? key] = value;
  // `names` keeps kind and metadata, which the type of the record cannot express.
  return { ...result, apiVersion } as unknown as ApiObject;
}
