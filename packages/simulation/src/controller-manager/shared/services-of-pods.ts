import { type DeepReadonly, equalJson, keyOf, type ObjectKey } from '@kb/apimachinery';
import { type LabelSelector, labelSelectorFromLabels, matchesLabels, selectsNothing } from '@kb/apimachinery/selectors';
import { type Pod, pods, type Service, services } from '@kb/kubernetes/core/v1';
import type { CachedReads, ControllerBuilder, Predicate } from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import {
  filedByLabels,
  filedBySelector,
  LABEL_INDEX,
  selectedPods,
  SELECTOR_INDEX,
  selectorKeys,
} from '../../shared/label-index.ts';
import { isReady } from '../../shared/pods.ts';

type LiveService = DeepReadonly<Service>;

/** Makes a controller follow the Pods that Services select: a change of one that matters wakes its Services. */
export const followingPods = (builder: ControllerBuilder): ControllerBuilder =>
  builder
    .watches(pods, servicesOf, { predicates: [changesEndpoints] })
    .indexes(pods, LABEL_INDEX, filedByLabels)
    .indexes(services, SELECTOR_INDEX, filedBySelectorOf);

/** Returns the Pods that a Service selects. */
export const podsOfService = (reads: CachedReads, service: LiveService): LivePod[] =>
  selectedPods(reads, service.metadata.namespace ?? '', selectorOf(service));

/** Whether a Service selects Pods: not without a selector, nor if it is an ExternalName. */
export const selectsPods = ({ spec }: LiveService): boolean =>
  Object.keys(spec.selector ?? {}).length > 0 && spec.type !== 'ExternalName';

const selectorOf = (service: LiveService): LabelSelector =>
  selectsPods(service) ? labelSelectorFromLabels(service.spec.selector ?? {}) : selectsNothing;

const filedBySelectorOf = (service: LiveService): readonly string[] =>
  filedBySelector(service.metadata.namespace ?? '', selectorOf(service));

/** The Services that select a Pod. */
export function servicesOf(pod: LivePod, { cached }: CachedReads): ObjectKey[] {
  return selectorKeys(pod)
    .flatMap((key) => cached(services).byIndex(SELECTOR_INDEX, key))
    .filter((service) => matchesLabels(selectorOf(service), pod.metadata.labels))
    .map((service) => keyOf(service));
}

/**
 * Ignores updates of Pods that cannot change an endpoint. As in the original, a Pod that ends without becoming unready
 * stays until something else changes.
 */
const changesEndpoints: Predicate<Pod> = (event) => {
  if (event.type !== 'update') return true;
  const seen = (pod: LivePod): unknown => [
    pod.metadata.labels,
    pod.metadata.deletionTimestamp,
    pod.spec.hostname,
    pod.spec.subdomain,
    isReady(pod),
    pod.status?.podIPs,
  ];
  return !equalJson(seen(event.objectOld), seen(event.object));
};
