import type { AdmissionPlugin, AdmissionRequest } from './admission-plugin.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { taintNodesByCondition } from './node.ts';
import { defaultTolerationSeconds, onlyOneDefaultPriority, priority } from './pod-defaults.ts';
import { defaultStorageClass, storageObjectInUseProtection } from './storage.ts';

/**
 * In kube-apiserver's order. Plugins that it has and that are not here do nothing in this server; webhooks are not
 * called yet.
 */
const plugins: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  taintNodesByCondition,
  priority,
  onlyOneDefaultPriority,
  defaultTolerationSeconds,
  defaultStorageClass,
  storageObjectInUseProtection,
];

/** Runs the admission plugins over a write. Throws the StatusError of the first that refuses it. */
export function admit(request: AdmissionRequest): void {
  for (const plugin of plugins) plugin(request);
}
