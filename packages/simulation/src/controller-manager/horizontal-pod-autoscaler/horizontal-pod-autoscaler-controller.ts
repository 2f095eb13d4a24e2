import { formatObjectKey, isConflict, keyOf, messageOfThrown } from '@kb/apimachinery';
import { horizontalPodAutoscalers } from '@kb/kubernetes/autoscaling/v2';
import { pods } from '@kb/kubernetes/core/v1';
import { type Controller, newController, predicateFuncs } from '@kb/runtime';
import { filedByLabels, LABEL_INDEX } from '../../shared/label-index.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import { isSameStatus } from './autoscaler-status.ts';
import { selectorsOfAutoscalers } from './selectors-of-autoscalers.ts';
import { type AutoscalerMemory, syncAutoscaler } from './sync-autoscaler.ts';

/** How often an autoscaler is looked at. */
const SYNC_PERIOD_MS = 15_000;
const WORKERS = 5;

/**
 * Creates the controller of HorizontalPodAutoscalers: every 15 seconds, it compares what the Pods of a target use with
 * what they should use, and sets the replicas in the target's scale. Without autoscalers it does nothing.
 */
export function horizontalPodAutoscalerController(
  { recorders }: SimulationParts,
  catalog: ResourceCatalog,
): Controller {
  const recorder = recorders.for('kube-controller-manager', 'horizontal-pod-autoscaler');
  const selectors = selectorsOfAutoscalers();
  const known = new Map<string, AutoscalerMemory & { dueAt: number }>();
  return newController()
    .named('horizontal-pod-autoscaler')
    .watches(horizontalPodAutoscalers, (autoscaler) => [keyOf(autoscaler)], { predicates: [notUpdated] })
    .reads(pods)
    .indexes(pods, LABEL_INDEX, filedByLabels)
    .withOptions(optionsOf('kube-controller-manager', WORKERS))
    .reconcile(async ({ key, client, now }) => {
      const id = formatObjectKey(key);
      const autoscaler = client.cached(horizontalPodAutoscalers).get(key);
      if (autoscaler === undefined) {
        known.delete(id);
        selectors.remove(id);
        return {};
      }
      const memory = known.get(id) ?? { dueAt: now() + SYNC_PERIOD_MS };
      known.set(id, memory);
      if (now() < memory.dueAt) return { requeueAfter: memory.dueAt - now() };
      const status = await syncAutoscaler(autoscaler, memory, { client, catalog, recorder, selectors, now: now() });
      memory.dueAt = now() + SYNC_PERIOD_MS;
      if (!isSameStatus(autoscaler.status, status)) {
        try {
          await client.updateStatus(horizontalPodAutoscalers, { ...autoscaler, status });
        } catch (error) {
          if (!isConflict(error)) throw error;
          // The next look writes it.
          recorder.record(autoscaler, 'Warning', 'FailedUpdateStatus', messageOfThrown(error));
        }
      }
      return { requeueAfter: SYNC_PERIOD_MS };
    });
}

/** A changed autoscaler waits for its next look, like an unchanged one. */
const notUpdated = predicateFuncs({ update: () => false });
