import type { AppService } from '@appservice/client/batch/v1alpha1';
import type { DeepReadonly } from '@kb/apimachinery';

/** The labels by which an AppService's Pods are selected. A Deployment's selector cannot change, so these never do. */
export function selectorLabelsFor(app: DeepReadonly<AppService>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'appservice', 'app.kubernetes.io/instance': app.metadata.name };
}

/** The labels of everything that belongs to an AppService. */
export function labelsFor(app: DeepReadonly<AppService>): Record<string, string> {
  return { ...selectorLabelsFor(app), 'app.kubernetes.io/managed-by': 'appservice-operator' };
}
