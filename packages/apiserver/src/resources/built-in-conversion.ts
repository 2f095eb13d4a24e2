import type { JsonValue, VersionConverter } from '@kb/apimachinery';
import { deepFreeze } from '../objects/deep-freeze.ts';
import type { Strategy } from './strategy.ts';
import type { TableColumns } from './table-columns.ts';
import { type ApiObject, asJson, type FrozenObject } from '../objects/api-object.ts';
import { autoscalersInVersion1, autoscalersInVersion2 } from './autoscalers/conversion.ts';
import type { GroupVersionKind, ObjectCodec } from './served-resource.ts';

/** How a kind that shows another kind's objects does so. */
export interface BuiltInConversion {
  readonly collection: string;
  readonly storage: GroupVersionKind;
  readonly fromStorage: (object: FrozenObject) => FrozenObject;
  readonly toStorage: (object: ApiObject) => ApiObject;
  /** How managed fields see an object in another version. Default: not at all. */
  readonly between?: VersionConverter;
  /** The strategy of the kind for objects in this form. Default: the same. */
  readonly strategy?: (strategy: Strategy) => Strategy;
  /** The columns of the kind for objects in this form. Default: the same. */
  readonly columns?: (columns: TableColumns) => TableColumns;
}

/**
 * The conversion of a built-in kind that is stored as another; undefined for all others. Events are there in two
 * groups, autoscalers in two versions, and are stored once.
 */
export function conversionOfKind(
  { group, version, kind }: GroupVersionKind,
  codec: ObjectCodec,
): BuiltInConversion | undefined {
  if (group === 'autoscaling') return version === 'v1' ? autoscalersInVersion1(codec) : autoscalersInVersion2;
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
