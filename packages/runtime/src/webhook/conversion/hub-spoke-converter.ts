import {
  apiVersionOf,
  type DeepReadonly,
  isError,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  memberOf,
  messageOfThrown,
  type Resource,
} from '@kb/apimachinery';
import { deepFreeze, isJsonObject } from '@kb/apimachinery/codec';
import type { Converter, KindVersion } from './converter.ts';

/**
 * The argument of a conversion: an object of a version, in which everything but its type and its metadata may be
 * missing. While the API server merges an apply, it converts objects without the fields that a manager gave up, perhaps
 * without the whole `spec`; required fields inside of it may be missing too.
 */
export type Convertible<T extends KubernetesObject> = DeepReadonly<Pick<T, 'apiVersion' | 'kind' | 'metadata'>> &
  DeepReadonly<Partial<Omit<T, 'apiVersion' | 'kind' | 'metadata'>>>;

/**
 * The result of a conversion: the object in its new version; parts that the source lacks may be missing. `apiVersion`
 * and `kind` are filled in, and `metadata` defaults to the source's; the API server only accepts changes of labels and
 * annotations in it.
 */
export type Converted<T extends KubernetesObject> = DeepReadonly<
  Partial<Omit<T, 'apiVersion' | 'kind' | 'metadata'>>
> & {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: DeepReadonly<T['metadata']>;
};

/** Converts objects of one version to the hub, and back. The arguments are frozen. */
export interface SpokeConversion<Hub extends KubernetesObject, Spoke extends KubernetesObject> {
  /** Converts an object of the version to the hub. */
  readonly toHub: (spoke: Convertible<Spoke>) => Converted<Hub> | Promise<Converted<Hub>>;
  /** Converts an object of the hub to the version. */
  readonly fromHub: (hub: Convertible<Hub>) => Converted<Spoke> | Promise<Converted<Spoke>>;
}

/** A version that is converted to the hub and back. */
export interface Spoke<Hub extends KubernetesObject> {
  readonly version: KindVersion;
  /** Never called: its type names the hub that this spoke belongs to. */
  readonly __hub?: (hub: Hub) => void;
  readonly toHub: (object: JsonObject) => Promise<JsonObject>;
  readonly fromHub: (object: JsonObject) => Promise<JsonObject>;
}

/** Makes a spoke, for {@link hubSpokeConverter}. */
export function spoke<Hub extends KubernetesObject, S extends KubernetesObject, A>(
  version: Resource<S, A>,
  conversion: SpokeConversion<Hub, S>,
): Spoke<Hub> {
  // Objects with this version from the API server have this type.
  return {
    version,
    toHub: async (object) => (await conversion.toHub(object as unknown as Convertible<S>)) as unknown as JsonObject,
    fromHub: async (object) =>
      (await conversion.fromHub(object as unknown as Convertible<Hub>)) as unknown as JsonObject,
  };
}

/**
 * Makes a converter for a kind with several versions, of which one, the hub, can represent all others: from a spoke to
 * the hub, from the hub to a spoke, and from spoke to spoke through the hub. List every other version of the
 * definition: an object of a version without a spoke cannot be converted. Throws a TypeError for a spoke of another
 * kind, or a version that is listed twice.
 *
 * ```ts
 * hubSpokeConverter(cronJobsV2, [
 *   spoke(cronJobsV1, {
 *     toHub: ({ spec }) => (spec ? { spec: … } : {}),
 *     fromHub: ({ spec }) => (spec ? { spec: … } : {}),
 *   }),
 * ]);
 * ```
 */
export function hubSpokeConverter<Hub extends KubernetesObject, A>(
  hub: Resource<Hub, A>,
  spokes: readonly Spoke<Hub>[],
): Converter {
  const { group, kind } = hub;
  const byVersion = new Map<string, Spoke<Hub>>();
  for (const each of spokes) {
    const { version } = each;
    const failed = (why: string): never => {
      throw new TypeError(`cannot create a converter for ${kind} of ${group}: ${why}`);
    };
    if (version.group !== group || version.kind !== kind)
      failed(`the spoke ${version.kind} of ${version.group} is another kind`);
    if (version.version === hub.version) failed(`the version ${version.version} is the hub, and has a spoke too`);
    if (byVersion.has(version.version)) failed(`the version ${version.version} has two spokes`);
    byVersion.set(version.version, each);
  }

  return {
    group,
    kind,
    convert: async (object, desired) => {
      const from = (typeof object.apiVersion === 'string' ? object.apiVersion : '').slice(
        group === '' ? 0 : group.length + 1,
      );
      const [source, target] = [byVersion.get(from), byVersion.get(desired)];
      const known = (version: string, each: Spoke<Hub> | undefined): boolean => version === hub.version || !!each;
      if (from === desired) throw new Error(`conversion is not allowed between same version ${from} of ${kind}`);
      if (!known(from, source) || !known(desired, target)) {
        const versions = [hub.version, ...byVersion.keys()].join(', ');
        throw new Error(`${kind} ${from} is not convertible to ${desired}: there are converters for ${versions}`);
      }
      const inHub = source
        ? whole(await step(source.toHub, object, `${from} to hub ${hub.version}`), object, hub)
        : object;
      return target
        ? whole(await step(target.fromHub, inHub, `hub ${hub.version} to ${desired}`), object, target.version)
        : inHub;
    },
  };

  /** Runs one conversion; its errors say which one. */
  async function step(
    convert: (object: JsonObject) => Promise<JsonObject>,
    object: JsonObject,
    which: string,
  ): Promise<JsonObject> {
    try {
      return await convert(deepFreeze(object));
    } catch (error) {
      if (!isError(error) || memberOf(error, 'constructor') !== Error) throw error;
      throw new Error(`failed to convert ${kind} ${which}: ${messageOfThrown(error)}`, { cause: error });
    }
  }
}

/** Returns the result of a conversion as an object of its version. Throws a TypeError when it is not an object. */
function whole(converted: JsonValue, source: JsonObject, version: KindVersion): JsonObject {
  if (!isJsonObject(converted)) throw new TypeError(`the conversion to ${version.version} did not return an object`);
  const { apiVersion: _, kind: __, metadata = source.metadata ?? {}, ...rest } = converted;
  return { apiVersion: apiVersionOf(version), kind: version.kind, metadata, ...rest };
}
