import { isConflict, type ObjectKey } from '@kb/apimachinery';
import type { Scale } from '@kb/client';
import type { ReconcileClient } from '@kb/runtime';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import type { ServedResource } from '../resource-catalog/served-resource.ts';
import type { LiveAutoscaler } from './autoscaler-status.ts';

/** The scale of an autoscaler's target. */
export interface TargetScale {
  /** The replicas that it wants. */
  readonly replicas: number;
  /** The selector of its Pods, as a text; empty if it has none. */
  readonly selector: string;
  /** Sets its replicas. Repeats a write that conflicts with another one. */
  update(replicas: number): Promise<void>;
}

/** How often a write is sent that conflicts each time. */
const ATTEMPTS = 5;

/** Reads the scale of an autoscaler's target. Rejects with the message of kube-controller-manager. */
export async function scaleOfTarget(
  { metadata, spec }: LiveAutoscaler,
  client: ReconcileClient,
  catalog: ResourceCatalog,
): Promise<TargetScale> {
  await catalog.synced;
  const { apiVersion = '', kind, name } = spec.scaleTargetRef;
  const resource = resourceOf(catalog, groupOf(apiVersion), kind);
  const key: ObjectKey = { namespace: metadata.namespace ?? '', name };
  const scales = client.subresource(resource, 'scale');
  const read = async (): Promise<Scale> => {
    if (!resource.hasScale) throw new Error('the server could not find the requested resource');
    return await scales.get(key);
  };
  let scale = await read();

  async function update(replicas: number): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await scales.update(key, { ...scale, spec: { ...scale.spec, replicas } });
        return;
      } catch (error) {
        if (!isConflict(error) || attempt === ATTEMPTS) throw error;
        scale = await read();
      }
    }
  }

  return { replicas: scale.spec.replicas ?? 0, selector: scale.status.selector ?? '', update };
}

function groupOf(apiVersion: string): string {
  const parts = apiVersion.split('/');
  if (parts.length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`);
  return parts.length === 2 ? (parts[0] ?? '') : '';
}

/** Returns the resource of a kind, in the version that the server prefers. */
function resourceOf(catalog: ResourceCatalog, group: string, kind: string): ServedResource {
  for (const resource of catalog.resources()) if (resource.group === group && resource.kind === kind) return resource;
  throw new Error(`no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(group)}`);
}
