import { isNotFound, type KubernetesObject } from '@kb/apimachinery';
import type { KindRef, ObjectRef } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { resourceOf } from '../cluster/resource-of.ts';
import { healthOf } from '../health/health-of.ts';
import { type HealthVerdict, NOT_READ, verdict } from '../health/health-verdict.ts';

/** Reads how the objects of a tree do: each object again only when it has changed. */
export interface ObjectStates {
  /** Reads an object; undefined if it does not exist. */
  read(ref: ObjectRef, signal: AbortSignal): Promise<KubernetesObject | undefined>;
  /** The state of an object of which the uid and resource version are known. */
  stateOf(kind: KindRef, metadata: KubernetesObject['metadata'], signal: AbortSignal): Promise<HealthVerdict>;
  /** Forgets the objects that are not among these. */
  keepOnly(uids: ReadonlySet<string>): void;
}

/** Creates {@link ObjectStates}. */
export function createObjectStates({ client }: ClusterAccess): ObjectStates {
  const known = new Map<string, { readonly version: string; readonly state: HealthVerdict }>();
  const read: ObjectStates['read'] = async ({ kind, namespace, name }, signal) => {
    try {
      return await client.get(resourceOf(kind), { name, ...(namespace !== undefined && { namespace }) }, { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  return {
    read,
    stateOf: async (kind, { uid, resourceVersion, namespace, name }, signal) => {
      const before = known.get(uid);
      if (before?.version === resourceVersion) return before.state;
      const ref = { kind, name, ...(namespace !== undefined && { namespace }) };
      const state = await read(ref, signal).then(
        (object) => (object?.metadata.uid === uid ? healthOf(kind, object) : verdict('unknown')),
        () => verdict('unknown', NOT_READ),
      );
      known.set(uid, { version: resourceVersion, state });
      return state;
    },
    keepOnly: (uids) => {
      for (const uid of known.keys()) if (!uids.has(uid)) known.delete(uid);
    },
  };
}
