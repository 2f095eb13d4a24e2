import {
  type DeepReadonly,
  formatMicroTime,
  isAlreadyExists,
  isConflict,
  isNotFound,
  type Random,
} from '@kb/apimachinery';
import { type Lease, leases } from '@kb/kubernetes/coordination/v1';
import { type Controller, newController, type ReconcileClient } from '@kb/runtime';
import { atStart } from '../shared/at-start.ts';
import { type Component, optionsOf, type SimulationParts } from '../simulation.ts';

const NAMESPACE = 'kube-system';
/** The first write, so that the start of a cluster does not wait for it; and the wait for the namespace. */
const FIRST_MS = 1000;
const RENEWAL_MS = 300_000;
/** As for nodes: rare renewals, and a Lease that outlasts some of them. */
const RENEWALS_PER_LEASE = 4;

/** The names under which components record that they lead: that of the scheduler is that of its first profile. */
const sources = {
  'kube-controller-manager': 'kube-controller-manager',
  'kube-scheduler': 'default-scheduler',
} as const;

/**
 * Creates the controller that holds the Lease of a component in `kube-system`, as the leader of several replicas does.
 * It records an Event when it begins to lead, and renews the Lease every five minutes.
 */
export function componentLease(
  component: Exclude<Component, 'kubelet'>,
  { random, recorders }: Pick<SimulationParts, 'random' | 'recorders'>,
): Controller {
  const recorder = recorders.for(component, sources[component]);
  const holderIdentity = `simulated_${uuidFrom(random)}`;
  const key = { namespace: NAMESPACE, name: component };
  let state: 'starting' | 'waiting' | 'holding' = 'starting';
  /** As it was written last: components update their Leases, and may not patch them. */
  let held: DeepReadonly<Lease> | undefined;

  async function acquire(client: ReconcileClient, now: number): Promise<void> {
    const time = formatMicroTime(now);
    const spec = {
      holderIdentity,
      leaseDurationSeconds: (RENEWALS_PER_LEASE * RENEWAL_MS) / 1000,
      acquireTime: time,
      renewTime: time,
    };
    try {
      held = await client.create(leases, { metadata: key, spec: { ...spec, leaseTransitions: 0 } });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const live = await client.get(leases, key);
      const leaseTransitions = (live.spec?.leaseTransitions ?? 0) + 1;
      held = await client.update(leases, { ...live, spec: { ...live.spec, ...spec, leaseTransitions } });
    }
    recorder.record(held, 'Normal', 'LeaderElection', `${holderIdentity} became leader`);
  }

  return newController()
    .named(`lease-of-${component}`)
    .watchesRawSource(atStart([key]))
    .withOptions(optionsOf(component, 1))
    .reconcile(async ({ client, now }) => {
      if (state === 'starting') {
        state = 'waiting';
        return { requeueAfter: FIRST_MS };
      }
      try {
        if (state === 'waiting' || held === undefined) await acquire(client, now());
        else held = await client.update(leases, { ...held, spec: { ...held.spec, renewTime: formatMicroTime(now()) } });
        state = 'holding';
      } catch (error) {
        // Someone has deleted or changed it, or its namespace does not exist yet.
        if (!isNotFound(error) && !isConflict(error)) throw error;
        state = 'waiting';
        return { requeueAfter: FIRST_MS };
      }
      return { requeueAfter: RENEWAL_MS };
    });
}

/** Draws a UUID of version 4. */
function uuidFrom(random: Random): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`;
}
