import type { JsonObject } from '@kb/apimachinery';
import type { VersionConverter } from '@kb/apimachinery/managed-fields';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { deepFreeze } from '@kb/apimachinery/codec';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { type ApiObject, asJson, type FrozenObject } from '../../../objects/api-object.ts';
import type { ObjectCodec } from '../../../resources/served-resource.ts';
import type { Strategy, UpdateStrategy } from '../../../resources/strategy.ts';
import type { BuiltInConversion } from '../../shared/built-in-kind.ts';
import { builtInCodec } from '../../shared/built-in-codec.ts';
import { defaultHorizontalPodAutoscaler } from './default-autoscaler.ts';
import { replace, toVersion1, toVersion2 } from './versions.ts';

const COLLECTION = 'autoscaling/horizontalpodautoscalers';

const storageVersion = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' } as const;

/** The conversion of the older version of HorizontalPodAutoscaler, from and to the newer one, which is stored. */
export function autoscalersInVersion1(codec: ObjectCodec): BuiltInConversion {
  const stored = builtInCodec({ ...storageVersion, type: 'autoscaling/v2.HorizontalPodAutoscaler' });
  const shown = new WeakMap<FrozenObject, FrozenObject>();
  return {
    collection: COLLECTION,
    storage: storageVersion,
    fromStorage: (object) => {
      let result = shown.get(object);
      if (!result) {
        result = deepFreeze(codec.encode(toVersion1(object)));
        shown.set(object, result);
      }
      return result;
    },
    toStorage: (object) => {
      const newer = stored.encode(toVersion2(object));
      defaultHorizontalPodAutoscaler(newer);
      return stored.encode(newer);
    },
    between: betweenVersions,
  };
}

/** The conversion of the newer version, which is stored. */
export const autoscalersInVersion2: BuiltInConversion = {
  collection: COLLECTION,
  storage: storageVersion,
  fromStorage: (object) => object,
  toStorage: (object) => object,
  between: betweenVersions,
};

const schemas = new Map<string, JsonSchemaProps>();

/** Converts one object between the versions, for the fields of managers that wrote another version. */
function betweenVersions(...[object, apiVersion]: Parameters<VersionConverter>): ReturnType<VersionConverter> {
  if (apiVersion !== 'autoscaling/v1' && apiVersion !== 'autoscaling/v2') return undefined;
  const type = `${apiVersion}.HorizontalPodAutoscaler` as const;
  let schema = schemas.get(type);
  if (!schema) schemas.set(type, (schema = serverSchemaOf(type)));
  if (object.apiVersion === apiVersion) return { object, schema };
  const convert = apiVersion === 'autoscaling/v1' ? toVersion1 : toVersion2;
  const converted = convert(object as FrozenObject & JsonObject);
  return { object: asJson(builtInCodec({ ...storageVersion, type }).encode(converted)), schema };
}

/** Applies a strategy to objects of the older version, converted to the newer one. */
export function inVersion2(strategy: Strategy): Strategy {
  const ofUpdates = <U extends UpdateStrategy>(updates: U): U => {
    const { prepareForUpdate } = updates;
    if (!prepareForUpdate) return updates;
    return {
      ...updates,
      prepareForUpdate: (object, old, context) =>
        changed(object, (newer) => prepareForUpdate(newer, toVersion2(old), context)),
    };
  };
  const { prepareForCreate, status } = strategy;
  return {
    ...ofUpdates(strategy),
    ...(prepareForCreate && {
      prepareForCreate: (object, context) => changed(object, (newer) => prepareForCreate(newer, context)),
    }),
    ...(status && { status: ofUpdates(status) }),
  };
}

function changed(object: ApiObject, change: (newer: ApiObject) => void): void {
  const newer = toVersion2(object);
  change(newer);
  replace(object, toVersion1(newer));
}
