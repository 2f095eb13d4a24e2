import {
  type DeepReadonly,
  equalJson,
  type GroupResource,
  keyOf,
  type KubernetesObject,
  metadataOf,
  formatQuantity,
} from '@kb/apimachinery';
import {
  compareAmounts,
  equalResources,
  nothing,
  only,
  type QuotaEvaluator,
  quotaEvaluatorOf,
  readResources,
  type ResourceList,
} from '@kb/apimachinery/server';
import { persistentVolumeClaims, pods, type ResourceQuota, resourceQuotas, services } from '@kb/kubernetes/core/v1';
import {
  type CachedReads,
  type Controller,
  controllerFor,
  type EventHandler,
  type KeyQueue,
  minutes,
  type Predicate,
  type ReconcileClient,
} from '@kb/runtime';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { catalogSource } from '../resource-catalog/catalog-source.ts';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import { isCollectable, type ServedResource } from '../resource-catalog/served-resource.ts';
import { createQuotaCounter, createQuotaCounters, type LiveQuota, type QuotaCounter } from './quota-counters.ts';

/** How often everything is counted again. */
const RESYNC_MS = minutes(5);

/** Resources whose whole objects are measured; of others, objects are counted by their metadata. */
const measured = [pods, services, persistentVolumeClaims];

type Live = DeepReadonly<KubernetesObject>;

/**
 * Creates the resource quota controller: writes the limits and the usage of a quota into its status, counts again when
 * objects are gone or take less, and everything every five minutes. What objects take is a sum that follows each
 * object.
 */
export function resourceQuotaController({ clock }: SimulationParts, catalog: ResourceCatalog): Controller {
  const counters = createQuotaCounters();

  /** Follows the objects of a resource, and wakes the quotas whose status says something else than what they take. */
  function follow(evaluator: QuotaEvaluator | undefined): EventHandler {
    const handle =
      (isGone: boolean) =>
      ({ object }: { readonly object: Live }, queue: KeyQueue, { cached }: CachedReads): void => {
        if (!evaluator) return;
        const { namespace = '', uid } = object.metadata;
        for (const counter of counters.inNamespace(namespace)) {
          if (!counter.set(uid, isGone ? undefined : object, evaluator, clock.now())) continue;
          const quota = cached(resourceQuotas).get(keyOf(counter.quota));
          if (quota && !isReported(quota, counter)) queue.add(keyOf(quota));
        }
      };
    return { create: handle(false), update: handle(false), delete: handle(true) };
  }

  const others = catalogSource(catalog, {
    name: 'objects that quotas count',
    wants: isCountedByMetadata,
    handlerOf: (resource) => follow(quotaEvaluatorOf(resource)),
    onChange: (resource, served, { queue, reads }) => {
      const evaluator = quotaEvaluatorOf(resource);
      if (!served || !evaluator) return;
      for (const quota of reads.cached(resourceQuotas).list())
        if (Object.keys(quota.spec?.hard ?? {}).some(evaluator.counts)) queue.add(keyOf(quota));
    },
  });

  /** Returns the counter of a quota; another one if its spec has changed, or if it is time to count again. */
  function counterOf(quota: LiveQuota, client: ReconcileClient, now: number): QuotaCounter {
    const known = counters.of(quota);
    const isCurrent =
      known && known.quota.metadata.uid === quota.metadata.uid && equalJson(known.quota.spec, quota.spec);
    if (isCurrent && now - known.since < RESYNC_MS) return known;
    const counter = createQuotaCounter(quota, now);
    counters.keep(counter);
    const names = Object.keys(quota.spec?.hard ?? {});
    const { namespace = '' } = quota.metadata;
    const count = (resource: GroupResource, objects: () => readonly Live[]): void => {
      const evaluator = quotaEvaluatorOf(resource);
      if (!evaluator || !names.some(evaluator.counts)) return;
      for (const object of objects()) counter.set(object.metadata.uid, object, evaluator, now);
    };
    for (const resource of measured) count(resource, () => client.cached(resource).list({ namespace }));
    for (const resource of catalog.resources())
      if (isCountedByMetadata(resource)) count(resource, () => client.cached(metadataOf(resource)).list({ namespace }));
    return counter;
  }

  /** Writes the limits and the usage of a quota into its status. */
  async function report(quota: LiveQuota, client: ReconcileClient, now: number): Promise<void> {
    const [hard, used] = [readResources(quota.status?.hard), readResources(quota.status?.used)];
    const wanted = readResources(quota.spec?.hard);
    const counted = counterOf(quota, client, now).used();
    const evaluators = [...measured, ...catalog.resources()].map(quotaEvaluatorOf);
    const next = only(used, wanted);
    for (const name of wanted.keys())
      if (evaluators.some((evaluator) => evaluator?.counts(name))) next.set(name, counted.get(name) ?? nothing);
    if (equalResources(hard, wanted) && equalResources(used, next)) return;
    const status = { hard: textsOf(wanted), used: textsOf(next) };
    await client.updateStatus(resourceQuotas, { ...quota, status });
  }

  return controllerFor(resourceQuotas, { predicates: [whenSpecChanges] })
    .named('resourcequota-controller')
    .watches(pods, follow(quotaEvaluatorOf(pods)))
    .watches(services, follow(quotaEvaluatorOf(services)))
    .watches(persistentVolumeClaims, follow(quotaEvaluatorOf(persistentVolumeClaims)))
    .watchesRawSource(others)
    .withOptions(optionsOf('kube-controller-manager', 5))
    .reconcile(async ({ key, client, now }) => {
      const quota = client.cached(resourceQuotas).get(key);
      if (!quota) {
        counters.forget(key);
        return {};
      }
      await report(quota, client, now());
      return { requeueAfter: RESYNC_MS };
    });
}

/** Whether objects of a resource are counted, and no more than that. */
function isCountedByMetadata(resource: ServedResource): boolean {
  const isMeasured = measured.some(({ group, plural }) => resource.group === group && resource.plural === plural);
  return resource.namespaced && isCollectable(resource) && resource.verbs.includes('create') && !isMeasured;
}

/** Whether the status of a quota says what objects take of it. */
function isReported({ status }: LiveQuota, counter: QuotaCounter): boolean {
  const used = readResources(status?.used);
  return [...counter.used()].every(([name, amount]) => {
    const reported = used.get(name);
    return reported !== undefined && compareAmounts(reported, amount) === 0;
  });
}

function textsOf(list: ResourceList): { [name: string]: string } {
  return Object.fromEntries([...list].map(([name, amount]) => [name, formatQuantity(amount)]));
}

/** Leaves out what changes only the status or the metadata of a quota. */
const whenSpecChanges: Predicate<ResourceQuota> = (event) =>
  event.type !== 'update' || !equalJson(event.objectOld.spec, event.object.spec);
