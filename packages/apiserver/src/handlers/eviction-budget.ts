import { failureStatus, labelSelectorOf, type LabelSelectorSpec, matchesLabels, type Status } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { at, type ApiObject, type FrozenObject } from '../resources/api-object.ts';
import type { ServerContext } from '../server-context.ts';
import { timeOf } from './time-of.ts';

/** The disruption budget that an eviction goes by. */
export interface EvictionBudget {
  /** Throws the StatusError of an eviction that the budget does not allow. */
  readonly check: () => void;
  /** Counts one eviction. */
  readonly spend: () => void;
}

const BUDGETS = 'policy/poddisruptionbudgets';
const VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";

/** The budget of a pod; undefined where none matters. Throws a StatusError when there are several. */
export function evictionBudget(server: ServerContext, pod: FrozenObject): EvictionBudget | undefined {
  const { phase } = (pod.status ?? {}) as { phase?: string };
  if (
    phase === 'Pending' ||
    phase === 'Succeeded' ||
    phase === 'Failed' ||
    pod.metadata.deletionTimestamp !== undefined
  )
    return undefined;
  const matching = [...server.store.collection(BUDGETS).walk({ namespace: pod.metadata.namespace ?? '' })].filter(
    ({ object }) => {
      return matchesLabels(
        labelSelectorOf(at(object, 'spec', 'selector') as LabelSelectorSpec | undefined),
        pod.metadata.labels,
      );
    },
  );
  const [budget] = matching;
  if (!budget) return undefined;
  if (matching.length > 1) {
    refuse(
      failureStatus({
        code: 500,
        message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      }),
    );
  }
  const { object, name } = budget;
  const number = (field: string): number => Number(at(object, 'status', field) ?? 0);
  return {
    check: () => {
      if (number('observedGeneration') < (object.metadata.generation ?? 0)) {
        refuse(tooManyDisruptions(`The disruption budget ${name} is still being processed by the server.`, 10));
      }
      if (number('disruptionsAllowed') <= 0) {
        refuse(
          tooManyDisruptions(
            `The disruption budget ${name} needs ${number('desiredHealthy')} healthy pods and has ${number('currentHealthy')} currently`,
          ),
        );
      }
    },
    spend: () => {
      const disruptedPods = {
        ...(at(object, 'status', 'disruptedPods') as object | undefined),
        [pod.metadata.name ?? '']: timeOf(server),
      };
      const status = { ...object.status, disruptionsAllowed: number('disruptionsAllowed') - 1, disruptedPods };
      const resource = server.registry.find('policy', 'v1', 'poddisruptionbudgets');
      if (resource)
        server.store.update(BUDGETS, budget, resource.codec.encode({ ...object, status } as unknown as ApiObject));
    },
  };
}

function tooManyDisruptions(message: string, retryAfterSeconds?: number): Status {
  return failureStatus({
    code: 429,
    reason: 'TooManyRequests',
    message: VIOLATION,
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  });
}
