import {
  type DeepReadonly,
  equalJson,
  formatObjectKey,
  hasStatusCause,
  isNotFound,
  keyOf,
  type KubernetesObject,
  messageOfThrown,
} from '@kb/apimachinery';
import { type Endpoints, endpoints, type Service, services } from '@kb/kubernetes/core/v1';
import { type Controller, newController, type Predicate, type ReconcileClient } from '@kb/runtime';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { followingPods, podsOfService, selectsPods } from '../shared/services-of-pods.ts';
import { desiredSubsets } from './desired-subsets.ts';
import { type LiveSubset, repackSubsets } from './repack-subsets.ts';
import { triggerTimes } from './trigger-times.ts';
import { isOverCapacity, truncateSubsets } from './truncate-subsets.ts';

type LiveService = DeepReadonly<Service>;
type LiveEndpoints = DeepReadonly<Endpoints>;

const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';
const MANAGER = 'endpoint-controller';
const HEADLESS = 'service.kubernetes.io/headless';
const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time';
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity';
const LEADER = 'control-plane.alpha.kubernetes.io/leader';

/**
 * Creates the controller of Endpoints, which EndpointSlices replace: it writes the addresses of the Pods that a Service
 * selects into the Endpoints of its name, and deletes them with the Service.
 */
export function endpointsController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'endpoint-controller');
  const triggers = triggerTimes();

  async function sync(service: LiveService, client: ReconcileClient): Promise<void> {
    const key = keyOf(service);
    const selected = podsOfService(client, service);
    const trigger = triggers.next(formatObjectKey(key), service, selected);
    const subsets = desiredSubsets(service, selected);
    const before = client.cached(endpoints).get(key);
    if (before !== undefined && isUpToDate(before, service, subsets)) return;
    const metadata = { labels: labelsOf(service), annotations: annotationsOf(before, subsets, trigger) };
    const content = { subsets: truncateSubsets(subsets) };
    try {
      if (before === undefined) await client.create(endpoints, { metadata: { ...metadata, ...key }, ...content });
      else await client.update(endpoints, { ...before, metadata: { ...before.metadata, ...metadata }, ...content });
    } catch (error) {
      if (before === undefined && hasStatusCause(error, 'NamespaceTerminating')) return;
      const place = formatObjectKey(key);
      const [reason, what] =
        before === undefined
          ? ['FailedToCreateEndpoint', `create endpoint for service ${place}`]
          : ['FailedToUpdateEndpoint', `update endpoint ${place}`];
      recorder.record(before ?? unnamed(service), 'Warning', reason, `Failed to ${what}: ${messageOfThrown(error)}`);
      throw error;
    }
  }

  return followingPods(
    newController()
      .named(MANAGER)
      .watches(services, (service) => [keyOf(service)]),
  )
    .watches(endpoints, (one) => [keyOf(one)], { predicates: [goneOrLeftOver] })
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(async ({ key, client }) => {
      const service = client.cached(services).get(key);
      if (service !== undefined) {
        if (selectsPods(service)) await sync(service, client);
        return;
      }
      triggers.forget(formatObjectKey(key));
      if (client.cached(endpoints).get(key) === undefined) return;
      await client.delete(endpoints, key).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    });
}

/** Endpoints that are new need no Service yet. Those from before the start do, unless a leader is elected with them. */
const goneOrLeftOver: Predicate<Endpoints> = (event) =>
  event.type === 'delete' ||
  (event.type === 'create' && event.isInInitialList && event.object.metadata.annotations?.[LEADER] === undefined);

function isUpToDate(
  { metadata, subsets = [] }: LiveEndpoints,
  { metadata: { labels: wanted = {} } }: LiveService,
  desired: readonly LiveSubset[],
): boolean {
  const { [HEADLESS]: _headless, [MANAGED_BY]: manager, ...labels } = metadata.labels ?? {};
  const { [HEADLESS]: _wanted, [MANAGED_BY]: _manager, ...own } = wanted;
  return (
    manager === MANAGER &&
    equalJson(labels, own) &&
    equalJson(repackSubsets(subsets), desired) &&
    !isOverCapacity(subsets) &&
    metadata.annotations?.[OVER_CAPACITY] === undefined
  );
}

function labelsOf({ metadata, spec }: LiveService): Record<string, string> {
  const { [HEADLESS]: _headless, ...labels } = metadata.labels ?? {};
  const isHeadless = spec.clusterIP === undefined || spec.clusterIP === '' || spec.clusterIP === 'None';
  return { ...labels, ...(isHeadless && { [HEADLESS]: '' }), [MANAGED_BY]: MANAGER };
}

function annotationsOf(
  before: LiveEndpoints | undefined,
  subsets: readonly LiveSubset[],
  trigger: string | undefined,
): Record<string, string> {
  const { [TRIGGER_TIME]: _time, [OVER_CAPACITY]: _capacity, ...annotations } = before?.metadata.annotations ?? {};
  return {
    ...annotations,
    ...(trigger !== undefined && { [TRIGGER_TIME]: trigger }),
    ...(isOverCapacity(subsets) && { [OVER_CAPACITY]: 'truncated' }),
  };
}

/** The object of an Event about Endpoints that could not be created. The original leaves out the namespace. */
const unnamed = ({ metadata: { name } }: LiveService): DeepReadonly<KubernetesObject> => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name, uid: '', resourceVersion: '', creationTimestamp: '' },
});
