import type { KubernetesObject } from '@kb/apimachinery';
import { isStatusError } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type Client, createRestMapper } from '@kb/client';
import type { Manifest } from '../../manifests/manifests.ts';
import type { DevEvent } from '../events/dev-event.ts';
import { nameObject } from '../events/name-object.ts';

/** The objects of a kind whose definition is about to change. */
export interface KeptObjects {
  /** Compares them with what the changed definition makes of them. */
  compare(): Promise<Extract<DevEvent, { readonly event: 'object-kept' }>[]>;
}

/** More objects of a kind than this are not compared. */
const MAX = 200;

/** Reads the objects of a definition's kind, before the definition changes. Undefined if it is not served. */
export async function keptObjects(client: Client, crd: Manifest): Promise<KeptObjects | undefined> {
  const before = await listOf(client, crd);
  if (before === undefined || before.length === 0) return undefined;
  return {
    async compare() {
      const after = new Map((await listOf(client, crd))?.map((object) => [object.metadata.uid, object]));
      const found: Extract<DevEvent, { readonly event: 'object-kept' }>[] = [];
      for (const old of before) {
        const object = after.get(old.metadata.uid);
        if (object === undefined) continue;
        const sameVersion = old.apiVersion === object.apiVersion;
        const pruned = sameVersion ? missingPaths(contentOf(old), contentOf(object)) : [];
        const invalid = await refusalOf(client, object);
        if (pruned.length > 0 || invalid !== undefined)
          found.push({ event: 'object-kept', object: nameObject(object), pruned, invalid });
      }
      return found;
    },
  };
}

/** The objects of a definition's kind, at the version in which they are stored. */
async function listOf(client: Client, { object }: Manifest): Promise<readonly KubernetesObject[] | undefined> {
  const spec: unknown = 'spec' in object ? object.spec : undefined;
  if (!isJsonObject(spec) || !isJsonObject(spec.names) || !Array.isArray(spec.versions)) return undefined;
  const versions = spec.versions.filter(isJsonObject);
  const version = versions.find(({ storage }) => storage === true)?.name;
  const { group, names } = spec;
  if (typeof version !== 'string' || typeof group !== 'string' || typeof names.kind !== 'string') return undefined;
  try {
    const kind = { group, version, kind: names.kind };
    const resource = await createRestMapper(client).resourceFor(kind);
    return (await client.list(resource, { limit: MAX })).items;
  } catch (error) {
    // A version that is new with this change is not served yet.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/**
 * Why the API server would refuse the object if it were created now; undefined if it would not. A dry run of an update
 * would not tell: what an update leaves as it is may stay invalid.
 */
async function refusalOf(client: Client, object: KubernetesObject): Promise<string | undefined> {
  const { name, namespace, labels, annotations } = object.metadata;
  const copy = {
    ...object,
    metadata: { name: `${name.slice(0, 240)}-kept`, ...(namespace && { namespace }), labels, annotations },
  };
  try {
    const resource = await createRestMapper(client).resourceOf(object);
    await client.create(resource, copy, { dryRun: true });
    return undefined;
  } catch (error) {
    if (!isStatusError(error) || error.status.reason !== 'Invalid') return undefined;
    return error.message.replaceAll(copy.metadata.name, name);
  }
}

const contentOf = (object: KubernetesObject): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== 'metadata'));

/** The paths that are in one value, and not in another. */
function missingPaths(before: unknown, after: unknown, path = ''): string[] {
  if (!isJsonObject(before)) return [];
  const others = isJsonObject(after) ? after : {};
  return Object.keys(before).flatMap((name) => {
    const place = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(others, name) ? missingPaths(before[name], others[name], place) : [place];
  });
}
