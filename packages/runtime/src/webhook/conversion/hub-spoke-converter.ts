import {
  apiVersionOf,
  type DeepReadonly,
  isError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  memberOf,
  messageOfThrown,
  type Resource,
} from '@kb/apimachinery';
import { deepFreeze } from '../../deep-freeze.ts';
import type { Converter, KindVersion } from './converter.ts';

/**
 * What a conversion is given: an object of a version, of which everything but its type and its metadata may be missing.
 * While an apply is merged, the API server has objects converted from which fields were taken that a manager gave up,
 * `spec` as a whole among them; fields inside of it that the type requires may be missing there too.
 */
export type Convertible<T extends KubernetesObject> = DeepReadonly<Pick<T, 'apiVersion' | 'kind' | 'metadata'>> &
  DeepReadonly<Partial<Omit<T, 'apiVersion' | 'kind' | 'metadata'>>>;

/**
 * What a conversion answers: the object in its new version, without what the source is without. `apiVersion` and `kind`
 * are filled in, and `metadata` is the source's when it is left out; the API server only follows changes of labels and
 * annotations in it.
 */
export type Converted<T extends KubernetesObject> = DeepReadonly<
  Partial<Omit<T, 'apiVersion' | 'kind' | 'metadata'>>
> & {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: DeepReadonly<T['metadata']>;
};

/** How objects of one version become those of the hub, and back. What it is given is frozen. */
export interface SpokeConversion<Hub extends KubernetesObject, Spoke extends KubernetesObject> {
  /** From an object of the version to one of the hub. */
  readonly toHub: (spoke: Convertible<Spoke>) => Converted<Hub> | Promise<Converted<Hub>>;
  /** From an object of the hub to one of the version. */
  readonly fromHub: (hub: Convertible<Hub>) => Converted<Spoke> | Promise<Converted<Spoke>>;
}

/** A version that is converted to the hub and back. */
export interface Spoke<Hub extends KubernetesObject> {
  readonly version: KindVersion;
  /** Never called: says which hub this belongs to. */
  readonly __hub?: (hub: Hub) => void;
  readonly toHub: (object: JsonObject) => Promise<JsonObject>;
  readonly fromHub: (object: JsonObject) => Promise<JsonObject>;
}

/** Makes a spoke. To be used inside {@link hubSpokeConverter}. */
export function spoke<Hub extends KubernetesObject, S extends KubernetesObject, A>(
  version: Resource<S, A>,
  conversion: SpokeConversion<Hub, S>,
): Spoke<Hub> {
  // The objects of a version are what the API server sends as such.
  return {
    version,
    toHub: async (object) => (await conversion.toHub(object as unknown as Convertible<S>)) as unknown as JsonObject,
    fromHub: async (object) =>
      (await conversion.fromHub(object as unknown as Convertible<Hub>)) as unknown as JsonObject,
  };
}

/**
 * A converter for a kind of several versions, of which one, the hub, can say all that the others can: from a spoke to
 * the hub, from the hub to a spoke, and from spoke to spoke through the hub. Name every other version that the
 * definition has: an object of a version that has no spoke cannot be converted. Throws a TypeError for a spoke of
 * another kind, or a version that is named twice.
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
      throw new TypeError(`no converter for ${kind} of ${group} can be made: ${why}`);
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

  /** One conversion; what it throws says which. */
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

/** What a conversion answered, as an object of its version. Throws a TypeError when it is none. */
function whole(converted: JsonValue, source: JsonObject, version: KindVersion): JsonObject {
  if (!isJsonObject(converted)) throw new TypeError(`the conversion to ${version.version} answered no object`);
  const { apiVersion: _, kind: __, metadata = source.metadata ?? {}, ...rest } = converted;
  return { apiVersion: apiVersionOf(version), kind: version.kind, metadata, ...rest };
}
