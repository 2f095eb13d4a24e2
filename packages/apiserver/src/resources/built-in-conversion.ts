import type { JsonValue } from '@kb/apimachinery';
import { deepFreeze } from '../storage/deep-freeze.ts';
import { type ApiObject, asJson, type FrozenObject } from './api-object.ts';
import type { GroupVersionKind, ObjectCodec } from './served-resource.ts';

/** How a kind that shows another kind's objects does so. */
export interface BuiltInConversion {
  readonly collection: string;
  readonly storage: GroupVersionKind;
  readonly fromStorage: (object: FrozenObject) => FrozenObject;
  readonly toStorage: (object: ApiObject) => ApiObject;
}

/** The conversion of a built-in kind that is stored as another; undefined for all others. Events are there in two groups, and are stored once. */
export function conversionOfKind(group: string, kind: string, codec: ObjectCodec): BuiltInConversion | undefined {
  if (group !== 'events.k8s.io' || kind !== 'Event') return undefined;
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

/** Fields of events in the core group, and what they are called in `events.k8s.io`. */
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
  return { ...result, apiVersion } as unknown as ApiObject;
}
