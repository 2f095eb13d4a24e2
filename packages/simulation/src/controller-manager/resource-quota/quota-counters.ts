import type { DeepReadonly, ObjectKey, ParsedQuantity } from '@kb/apimachinery';
import {
  addAmounts,
  equalResources,
  isInScopes,
  type MeasuredObject,
  nothing,
  type QuotaEvaluator,
  readResources,
  type ResourceList,
  scopesOf,
  subtractAmounts,
} from '@kb/apimachinery/server';
import type { ResourceQuota } from '@kb/kubernetes/core/v1';

/** A ResourceQuota as the caches hold it. */
export type LiveQuota = DeepReadonly<ResourceQuota>;

/** An object that quotas may count. */
export interface CountedObject extends MeasuredObject {
  readonly metadata: MeasuredObject['metadata'] & { readonly uid: string };
}

/** What the objects of a namespace take of one quota, as a sum that follows each object. Changes take constant time. */
export interface QuotaCounter {
  /** What the counter was made for: another spec needs another counter. */
  readonly quota: LiveQuota;
  /** When it was made, in milliseconds. */
  readonly since: number;
  /** Sets what an object takes; `object` undefined: it is gone. Returns whether it is something else than before. */
  readonly set: (uid: string, object: CountedObject | undefined, evaluator: QuotaEvaluator, now: number) => boolean;
  /** What all objects take of the quota's resources; resources of which they take nothing may be missing. */
  readonly used: () => ResourceList;
}

/** Creates a counter without objects. */
export function createQuotaCounter(quota: LiveQuota, since: number): QuotaCounter {
  const hard = readResources(quota.spec?.hard);
  const scopes = scopesOf(quota);
  const sum = new Map<string, ParsedQuantity>();
  const byObject = new Map<string, ResourceList>();
  const change = (usage: ResourceList, by: typeof addAmounts): void => {
    for (const [name, amount] of usage) if (hard.has(name)) sum.set(name, by(sum.get(name) ?? nothing, amount));
  };
  return {
    quota,
    since,
    set: (uid, object, evaluator, now) => {
      const before = byObject.get(uid);
      const isCounted = object && [...hard.keys()].some(evaluator.counts) && isInScopes(evaluator, object, scopes);
      const usage = isCounted ? evaluator.usage(object, now) : undefined;
      if (usage === before || (usage && before && equalResources(usage, before))) return false;
      if (usage) byObject.set(uid, usage);
      else byObject.delete(uid);
      if (usage) change(usage, addAmounts);
      if (before) change(before, subtractAmounts);
      return true;
    },
    used: () => sum,
  };
}

/** The counters of all quotas, by namespace. */
export interface QuotaCounters {
  readonly of: (quota: LiveQuota) => QuotaCounter | undefined;
  readonly keep: (counter: QuotaCounter) => void;
  readonly forget: (key: ObjectKey) => void;
  readonly inNamespace: (namespace: string) => Iterable<QuotaCounter>;
}

/** Creates {@link QuotaCounters} without any. */
export function createQuotaCounters(): QuotaCounters {
  const byNamespace = new Map<string, Map<string, QuotaCounter>>();
  return {
    of: ({ metadata: { namespace = '', name } }) => byNamespace.get(namespace)?.get(name),
    keep: (counter) => {
      const { namespace = '', name } = counter.quota.metadata;
      const counters = byNamespace.get(namespace) ?? new Map<string, QuotaCounter>();
      byNamespace.set(namespace, counters.set(name, counter));
    },
    forget: ({ namespace = '', name }) => {
      const counters = byNamespace.get(namespace);
      counters?.delete(name);
      if (counters?.size === 0) byNamespace.delete(namespace);
    },
    inNamespace: (namespace) => byNamespace.get(namespace)?.values() ?? [],
  };
}
