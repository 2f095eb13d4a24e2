import type { AppService, AppServiceStatus } from '@appservice/client/batch/v1alpha1';
import { type DeepReadonly, findCondition, isInvalid, setCondition } from '@kb/apimachinery';
import type { Deployment } from '@kb/kubernetes/apps/v1';
import { selectorLabelsFor } from './labels-for.ts';
import { isAlreadyControlledError } from '@kb/runtime';

/** The `Available` condition without its time. */
export interface Availability {
  readonly status: 'True' | 'False';
  /** CamelCase, for machines. */
  readonly reason: string;
  /** For people. */
  readonly message: string;
}

/**
 * Computes the status of an AppService from its Deployment (undefined: it has none of its own) and its availability.
 */
export function statusFor(
  app: DeepReadonly<AppService>,
  deployment: DeepReadonly<Deployment> | undefined,
  availability: Availability,
  now: number,
): DeepReadonly<AppServiceStatus> {
  const { generation = 0 } = app.metadata;
  return {
    availableReplicas: deployment?.status?.availableReplicas ?? 0,
    observedGeneration: generation,
    selector: Object.entries(selectorLabelsFor(app))
      .map(([label, value]) => `${label}=${value}`)
      .join(','),
    conditions: setCondition(
      app.status?.conditions,
      { type: 'Available', ...availability, observedGeneration: generation },
      now,
    ),
  };
}

/**
 * Computes the `Available` condition from the Deployment: true when the desired number of Pods is available at its
 * current generation.
 */
export function availabilityOf(app: DeepReadonly<AppService>, deployment: DeepReadonly<Deployment>): Availability {
  const wanted = app.spec.replicas ?? 1;
  const { availableReplicas = 0, updatedReplicas = 0, observedGeneration = 0 } = deployment.status ?? {};
  const upToDate = observedGeneration >= (deployment.metadata.generation ?? 0) && updatedReplicas >= wanted;
  const message = `${availableReplicas} of ${wanted} Pods are available`;
  return upToDate && availableReplicas >= wanted
    ? { status: 'True', reason: 'PodsAvailable', message }
    : { status: 'False', reason: upToDate ? 'PodsUnavailable' : 'RollingOut', message };
}

/** Whether the status already reports this availability. */
export function isReported(app: DeepReadonly<AppService>, { reason, message }: Availability): boolean {
  const known = findCondition(app.status?.conditions, 'Available');
  return known?.reason === reason && known.message === message;
}

/** The reason why the children are not as desired, if an immediate retry would not help. */
export interface Refusal {
  readonly availability: Availability;
  /** Whether an event wakes the controller when the cause is gone; otherwise it has to check again. */
  readonly isWatched: boolean;
}

/** Converts an error of an apply to a refusal; undefined for errors that a retry may fix. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (isAlreadyControlledError(error)) {
    return { availability: { status: 'False', reason: error.code, message: error.message }, isWatched: true };
  }
  // Some rejections depend on other objects, such as a node port that is in use.
  if (isInvalid(error) && error instanceof Error) {
    return { availability: { status: 'False', reason: 'Refused', message: error.message }, isWatched: false };
  }
  return undefined;
}
