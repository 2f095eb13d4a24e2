import type { Step } from '../scenario.ts';

/** Deletes the namespace of the scenario. */
export const deleteNamespace: Step = { delete: 'Namespace', name: '$NAMESPACE' };

/** Waits until the namespace of the scenario is gone. */
export const namespaceGone: Step = { untilGone: 'Namespace', name: '$NAMESPACE' };

/** Waits until everything was deleted that can be: kube-controller-manager waits five seconds before it begins. */
export const contentDeleted: Step = { settle: true, quietMs: 7000 };

/** Waits until a condition was written again: kube-controller-manager looks again after 15 seconds. */
export const lookedAgain: readonly Step[] = [{ waitMs: 17_000 }, { settle: true }];

/** Creates the namespace `$NAMESPACE-other` of the scenario. */
export const otherNamespace = (metadata: object = {}, spec: object = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: '$NAMESPACE-other', labels: { scenario: '$NAMESPACE' }, ...metadata },
    spec,
  },
});

/** Metadata of an object in that namespace. */
export const there = { namespace: '$NAMESPACE-other' };

/** Deletes that namespace. */
export const deleteOther = (propagationPolicy?: 'Foreground' | 'Orphan'): Step => ({
  delete: 'Namespace',
  name: '$NAMESPACE-other',
  ...(propagationPolicy && { propagationPolicy }),
});

/** Metadata that keeps an object from going. */
export const held = { finalizers: ['example.com/held'] };
