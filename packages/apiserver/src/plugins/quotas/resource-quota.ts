import { genericError, type JsonObject } from '@kb/apimachinery';
import { type QuotaEvaluator, quotaEvaluatorOf, type ResourceList, resourcesAsJson } from '@kb/apimachinery/server';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { type ApiObject, type FrozenObject, own } from '../../objects/api-object.ts';
import { trackUpdate } from '../../pipelines/managed-fields.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { refuse } from '../../refuse.ts';
import { forbid } from '../shared/forbid.ts';
import { chargeQuotas } from './charge-quotas.ts';
import { readLimitedResources } from './limited-resources.ts';

const QUOTAS = 'resourcequotas';

/**
 * ResourceQuota: refuses what exceeds a quota of its namespace, and adds to the usage in the status of the quotas what
 * it lets pass. Nothing else is done between reading a quota and writing it. A controller sets the status first, and
 * subtracts what is gone.
 */
export function resourceQuota(server: ServerContext, document?: JsonObject): AdmissionPlugin {
  const { store, clock } = server;
  const limited = readLimitedResources(document);
  const quotas = store.collection(QUOTAS);
  const evaluators = new WeakMap<ServedResource, QuotaEvaluator | 'none'>();
  const evaluatorOf = (resource: ServedResource): QuotaEvaluator | 'none' => {
    const known = evaluators.get(resource) ?? quotaEvaluatorOf(resource) ?? 'none';
    evaluators.set(resource, known);
    return known;
  };
  return {
    name: 'ResourceQuota',
    validate: (write) => {
      const { resource, namespace, operation, subresource, object, old, caller } = write;
      if (operation === 'CONNECT' || !resource.namespaced) return;
      if (limited.length === 0 && (quotas.size === 0 || quotas.countIn({ namespace }) === 0)) return;
      const evaluator = evaluatorOf(resource);
      const request = { operation, subresource, object, old };
      if (evaluator === 'none' || !evaluator.handles(request)) return;
      const rules = { evaluator, limited, now: clock.now() };
      const charge = chargeQuotas(quotas.walk({ namespace }), request, rules);
      if ('refusal' in charge)
        return charge.isFailure ? refuse(genericError(charge.refusal)) : forbid(write, charge.refusal);
      if (caller.dryRun) return;
      for (const { quota, used } of charge.charged) writeUsage(server, quota, used);
    },
  };
}

/** Writes the usage of a quota, as kube-apiserver does through its own API. */
function writeUsage(server: ServerContext, stored: StoredObject, used: ResourceList): void {
  const resource = server.registry.find('', 'v1', QUOTAS);
  if (!resource) throw new Error('ResourceQuotas are not served');
  const live: FrozenObject = stored.object;
  const next = { ...live, status: { hard: own(live.status, 'hard'), used: resourcesAsJson(used) } } as ApiObject;
  const write = { server, resource, subresource: 'status', manager: 'kube-apiserver' };
  server.store.update(QUOTAS, stored, resource.codec.encode(trackUpdate(write, live, next)));
}
