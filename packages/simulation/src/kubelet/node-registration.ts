import { type Clock, formatMicroTime, isAlreadyExists, isNotFound, ownerReferenceTo } from '@kb/apimachinery';
import { leases } from '@kb/kubernetes/coordination/v1';
import { type Node, nodes } from '@kb/kubernetes/core/v1';
import { type Controller, controllerFor, objectPredicate, type ReconcileClient } from '@kb/runtime';
import { type LiveNode, NOT_READY_TAINT } from '../scheduler/scheduling-rules.ts';
import { atStart } from '../shared/at-start.ts';
import { optionsOf } from '../simulation.ts';
import { nodeObject, refreshedNode } from './node-object.ts';
import type { NodeSettings } from './options/node-options.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
/** A Lease is valid for four renewal intervals, as the kubelet's is. */
const RENEWALS_PER_LEASE = 4;
const RETRY_MS = 1000;

/**
 * Creates the controllers that register the Node, keep it Ready and renew its Lease. Changes by users (labels, cordons,
 * taints) are kept.
 */
export function nodeControllers(settings: NodeSettings): Controller[] {
  const { name } = settings;
  const own = { predicates: [objectPredicate<Node>(({ metadata }) => metadata.name === name)] };
  const registration = controllerFor(nodes, own)
    .named('node-registration')
    .watchesRawSource(atStart({ name }))
    .withOptions(optionsOf('kubelet'))
    .reconcile(async ({ client, now }) => {
      const node = client.cached(nodes).get({ name });
      if (node === undefined) await client.create(nodes, nodeObject(settings, now()));
      else if (node.metadata.deletionTimestamp === undefined) await refresh(client, node, settings, now());
    });
  const renew = leaseRenewal(settings);
  const lease = controllerFor(nodes, own)
    .named('node-lease')
    .withOptions(optionsOf('kubelet'))
    .reconcile(async ({ client, now }) => ({ requeueAfter: await renew(client, now) }));
  return [registration, lease];
}

async function refresh(client: ReconcileClient, node: LiveNode, settings: NodeSettings, now: number): Promise<void> {
  const refreshed = refreshedNode(node, settings, now);
  if (refreshed !== undefined) {
    await client.updateStatus(nodes, refreshed);
    return;
  }
  const taints = node.spec?.taints ?? [];
  const left = taints.filter(({ key }) => key !== NOT_READY_TAINT);
  if (left.length === taints.length) return;
  const { name, resourceVersion } = node.metadata;
  const value = { metadata: { resourceVersion }, spec: { taints: left } };
  await client.patch(nodes, { name }, { type: 'merge', value });
}

/** Creates a function that renews the Lease when it is due, and returns the milliseconds until the next renewal. */
function leaseRenewal({
  name,
  leaseRenewalMs,
}: NodeSettings): (client: ReconcileClient, now: Clock['now']) => Promise<number> {
  let renewedAt: number | undefined;

  async function write(client: ReconcileClient, now: number): Promise<void> {
    const key = { namespace: LEASE_NAMESPACE, name };
    const spec = {
      holderIdentity: name,
      leaseDurationSeconds: Math.ceil((RENEWALS_PER_LEASE * leaseRenewalMs) / 1000),
      renewTime: formatMicroTime(now),
    };
    if (renewedAt === undefined) {
      const node = client.cached(nodes).get({ name });
      const metadata = { ...key, ...(node && { ownerReferences: [ownerReferenceTo(node, node)] }) };
      try {
        await client.create(leases, { metadata, spec });
        return;
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    }
    await client.patch(leases, key, { type: 'merge', value: { spec } });
  }

  return async (client, clock) => {
    const now = clock();
    if (renewedAt !== undefined && now < renewedAt + leaseRenewalMs) return renewedAt + leaseRenewalMs - now;
    try {
      await write(client, now);
      renewedAt = now;
      return leaseRenewalMs;
    } catch (error) {
      // The server creates the namespace soon after its start.
      if (isNotFound(error)) return RETRY_MS;
      throw error;
    }
  };
}
