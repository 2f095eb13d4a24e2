import { formatMicroTime, isAlreadyExists, isNotFound, ownerReferenceTo } from '@kb/apimachinery';
import { leases } from '@kb/kubernetes/coordination/v1';
import { nodes } from '@kb/kubernetes/core/v1';
import type { ApiClient } from '../api/api-client.ts';
import type { SimulationContext } from '../api/simulation-context.ts';
import { nodeObject, refreshedNode } from './node-object.ts';
import type { NodeSettings } from './node-options.ts';
import { type LiveNode, NOT_READY_TAINT } from '../scheduler/scheduling-rules.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
/** A Lease is good for four renewals, as the kubelet's. */
const RENEWALS_PER_LEASE = 4;
const RETRY_MS = 1000;

/**
 * Keeps the Node there, Ready, and its Lease renewed. What users change of it (labels, cordons, taints of theirs)
 * stays.
 */
export function runNodeRegistration(context: SimulationContext, client: ApiClient, settings: NodeSettings): void {
  const { name, leaseRenewalMs } = settings;
  const informer = context.informer(nodes);
  const queue = context.queue('node-registration', [informer], (key) => (key === 'lease' ? renewLease() : reconcile()));
  informer.subscribe(({ before, after }) => {
    if ((after ?? before)?.metadata.name === name) queue.add('node');
  });
  queue.add('node');

  async function reconcile(): Promise<undefined> {
    const node = informer.get({ name });
    if (node === undefined) {
      informer.observe(await client.create(nodes, nodeObject(settings, context.clock.now())));
      return;
    }
    if (node.metadata.deletionTimestamp !== undefined) return;
    await refresh(node);
    queue.add('lease');
  }

  async function refresh(node: LiveNode): Promise<void> {
    const refreshed = refreshedNode(node, settings, context.clock.now());
    if (refreshed !== undefined) informer.observe(await client.update(nodes, refreshed, 'status'));
    const taints = node.spec?.taints ?? [];
    const left = taints.filter(({ key }) => key !== NOT_READY_TAINT);
    if (refreshed !== undefined || left.length === taints.length) return;
    const { resourceVersion } = node.metadata;
    informer.observe(await client.patch(nodes, { name }, { metadata: { resourceVersion }, spec: { taints: left } }));
  }

  let renewedAt: number | undefined;

  async function renewLease(): Promise<number> {
    const now = context.clock.now();
    if (renewedAt !== undefined && now < renewedAt + leaseRenewalMs) return renewedAt + leaseRenewalMs - now;
    try {
      await writeLease(now);
      renewedAt = now;
      return leaseRenewalMs;
    } catch (error) {
      // Its namespace is made soon after the server's start.
      if (isNotFound(error)) return RETRY_MS;
      throw error;
    }
  }

  async function writeLease(now: number): Promise<void> {
    const key = { namespace: LEASE_NAMESPACE, name };
    const spec = {
      holderIdentity: name,
      leaseDurationSeconds: Math.ceil((RENEWALS_PER_LEASE * leaseRenewalMs) / 1000),
      renewTime: formatMicroTime(now),
    };
    if (renewedAt === undefined) {
      const node = informer.get({ name });
      const metadata = { ...key, ...(node && { ownerReferences: [ownerReferenceTo(node, node)] }) };
      try {
        await client.create(leases, { metadata, spec });
        return;
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    }
    await client.patch(leases, key, { spec });
  }
}
