import { type DeepReadonly, parseTime } from '@kb/apimachinery';
import type { Service } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';

/** Remembers what has changed since the Endpoints of a Service were written last. */
export interface TriggerTimes {
  /** Returns when the first of the changes happened that led here (RFC 3339); undefined if nothing changed. */
  next(key: string, service: DeepReadonly<Service>, pods: readonly LivePod[]): string | undefined;
  forget(key: string): void;
}

/** Creates an empty memory. */
export function triggerTimes(): TriggerTimes {
  /** When the readiness of its Pods changed, by their names. */
  const known = new Map<string, ReadonlyMap<string, number>>();
  return {
    next: (key, service, pods) => {
      const before = known.get(key);
      const now = new Map<string, number>();
      let first: { readonly at: number; readonly text: string } | undefined;
      for (const { metadata, status } of pods) {
        const text = status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '';
        const at = parseTime(text);
        if (at === undefined) continue;
        now.set(metadata.name, at);
        if (at > (before?.get(metadata.name) ?? -Infinity) && at < (first?.at ?? Infinity)) first = { at, text };
      }
      known.set(key, now);
      return before === undefined ? service.metadata.creationTimestamp : first?.text;
    },
    forget: (key) => void known.delete(key),
  };
}
