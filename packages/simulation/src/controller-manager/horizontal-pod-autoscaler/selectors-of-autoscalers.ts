import { type LabelSelector, matchesLabels } from '@kb/apimachinery/selectors';
import type { LivePod } from '../../shared/kinds.ts';
import { filedBySelector, selectorKeys } from '../../shared/label-index.ts';

/** The selectors of autoscalers, as their targets had them when they were looked at last. */
export interface SelectorsOfAutoscalers {
  /** Sets the selector of an autoscaler. */
  set(autoscaler: string, namespace: string, selector: LabelSelector): void;
  /** Forgets an autoscaler. */
  remove(autoscaler: string): void;
  /** Returns the autoscalers whose selectors match one of these Pods. */
  matching(pods: readonly LivePod[]): ReadonlySet<string>;
}

/** Creates an empty index. Autoscalers are named by their keys. */
export function selectorsOfAutoscalers(): SelectorsOfAutoscalers {
  const filed = new Map<string, readonly string[]>();
  const byKey = new Map<string, Map<string, LabelSelector>>();

  function remove(autoscaler: string): void {
    for (const key of filed.get(autoscaler) ?? []) {
      byKey.get(key)?.delete(autoscaler);
      if (byKey.get(key)?.size === 0) byKey.delete(key);
    }
    filed.delete(autoscaler);
  }

  return {
    set: (autoscaler, namespace, selector) => {
      remove(autoscaler);
      const keys = filedBySelector(namespace, selector);
      filed.set(autoscaler, keys);
      for (const key of keys) {
        const selectors = byKey.get(key) ?? new Map<string, LabelSelector>();
        byKey.set(key, selectors.set(autoscaler, selector));
      }
    },
    remove,
    matching: (pods) => {
      const found = new Set<string>();
      for (const pod of pods)
        for (const key of selectorKeys(pod))
          for (const [autoscaler, selector] of byKey.get(key) ?? [])
            if (matchesLabels(selector, pod.metadata.labels)) found.add(autoscaler);
      return found;
    },
  };
}
