import { type Clock, formatMicroTime, isAlreadyExists, isNotFound, ownerReferenceTo } from '@kb/apimachinery';
import { leases } from '@kb/kubernetes/coordination/v1';
import { type Node, nodes } from '@kb/kubernetes/core/v1';
import { type Controller, controllerFor, objectPredicate, type ReconcileClient } from '@kb/runtime';
import type { LiveNode } from '../shared/kinds.ts';
import { NOT_READY_TAINT } from '../shared/taints.ts';
import { atStart } from '../shared/at-start.ts';
import { optionsOf } from '../simulation.ts';
import { nodeObject, refreshedNode } from './node-object.ts';
import { type NodePower, reportsReady } from './node-state.ts';
import type { Fleet, NodeSettings } from './options/node-options.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
/** A Lease is valid for four renewal intervals, as the kubelet's is. */
const RENEWALS_PER_LEASE = 4;
const RETRY_MS = 1000;
const KUBELET_RENEWAL_MS = 10_000;

/**
 * Creates the controllers that register the Nodes, keep them Ready and renew their Leases. Changes by users (labels,
 * cordons, taints) are kept.
 */
export function nodeControllers(fleet: Fleet, power: NodePower): Controller[] {
  const own = { predicates: [objectPredicate<Node>(({ metadata }) => fleet.has(metadata.name))] };
  const registration = controllerFor(nodes, own)
    .named('node-registration')
    .watches(nodes, power.handler)
    .watchesRawSource(atStart([...fleet.keys()].map((name) => ({ name }))))
    .withOptions(optionsOf('kubelet'))
    .reconcile(async ({ key, client, now }) => {
      const settings = fleet.get(key.name);
      const node = client.cached(nodes).get(key);
      if (settings === undefined || power.isStopped(key.name, node)) return;
      if (node === undefined) await client.create(nodes, nodeObject(settings, now()));
      else if (node.metadata.deletionTimestamp === undefined) await refresh(client, node, settings, now());
    });
  const renewals = new Map([...fleet].map(([name, settings]) => [name, leaseRenewal(settings, power)]));
  const lease = controllerFor(nodes, own)
    .named('node-lease')
    .withOptions(optionsOf('kubelet'))
    .reconcile(async ({ key, client, now }) => ({ requeueAfter: await renewals.get(key.name)?.(client, now) }));
  return [registration, lease];
}

async function refresh(client: ReconcileClient, node: LiveNode, settings: NodeSettings, now: number): Promise<void> {
  const refreshed = refreshedNode(node, settings, now);
  if (refreshed !== undefined) {
    await client.updateStatus(nodes, refreshed);
    return;
  }
  const { labels } = nodeObject(settings, now).metadata;
  if (node.metadata.labels?.['kubernetes.io/hostname'] === undefined && labels !== undefined) {
    // Someone else has created the object.
    const { name, resourceVersion } = node.metadata;
    const value = { metadata: { resourceVersion, labels: { ...labels, ...node.metadata.labels } } };
    await client.patch(nodes, { name }, { type: 'merge', value });
    return;
  }
  if (!reportsReady(node)) return;
  const taints = node.spec?.taints ?? [];
  const left = taints.filter(({ key }) => key !== NOT_READY_TAINT);
  if (left.length === taints.length) return;
  const { name, resourceVersion } = node.metadata;
  const value = { metadata: { resourceVersion }, spec: { taints: left } };
  await client.patch(nodes, { name }, { type: 'merge', value });
}

/**
 * Creates a function that renews the Lease when it is due, and returns the milliseconds until the next renewal. A
 * kubelet that stops leaves a Lease that ends as soon as a kubelet's, even if it renewed it less often until then.
 */
function leaseRenewal(
  { name, leaseRenewalMs }: NodeSettings,
  power: NodePower,
): (client: ReconcileClient, now: Clock['now']) => Promise<number | undefined> {
  let renewedAt: number | undefined;
  let stopped = false;

  async function write(client: ReconcileClient, now: number, renewalMs: number): Promise<void> {
    const key = { namespace: LEASE_NAMESPACE, name };
    const spec = {
      holderIdentity: name,
      leaseDurationSeconds: Math.ceil((RENEWALS_PER_LEASE * renewalMs) / 1000),
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
    const before = stopped;
    stopped = power.isStopped(name, client.cached(nodes).get({ name }));
    if (stopped) {
      if (!before && leaseRenewalMs > KUBELET_RENEWAL_MS) await write(client, now, KUBELET_RENEWAL_MS);
      return undefined;
    }
    if (!before && renewedAt !== undefined && now < renewedAt + leaseRenewalMs) return renewedAt + leaseRenewalMs - now;
    try {
      await write(client, now, leaseRenewalMs);
      renewedAt = now;
      return leaseRenewalMs;
    } catch (error) {
      // The server creates the namespace soon after its start.
      if (isNotFound(error)) return RETRY_MS;
      throw error;
    }
  };
}
