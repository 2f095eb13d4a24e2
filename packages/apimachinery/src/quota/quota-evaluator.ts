import type { GroupResource } from '../status/status-factories.ts';
import { formatGroupResource } from '../status/status-factories.ts';
import type { MeasuredObject } from './read-object.ts';
import type { ResourceList } from './resource-list.ts';

/** A request that may change what objects take of quotas. */
export interface MeasuredRequest {
  readonly operation: 'CREATE' | 'UPDATE';
  readonly subresource: string | undefined;
  readonly object: MeasuredObject;
  /** The object before an update. */
  readonly old: MeasuredObject | undefined;
}

/** A condition on the objects that a quota counts: ScopedResourceSelectorRequirement. */
export interface ScopeSelector {
  readonly scopeName: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator: string;
  readonly values: readonly string[];
}

/** What objects of one resource take of quotas. */
export interface QuotaEvaluator {
  readonly resource: GroupResource;
  /** Whether a request may change what the object takes. */
  readonly handles: (request: MeasuredRequest) => boolean;
  /** Whether objects take of a quota's resource. */
  readonly counts: (name: string) => boolean;
  /** Whether an object is in the scope of a quota. */
  readonly isInScope: (object: MeasuredObject, selector: ScopeSelector) => boolean;
  /** What an object must say about these resources of a quota, and does not; undefined if nothing is missing. */
  readonly missing: (object: MeasuredObject, names: readonly string[]) => string | undefined;
  /** What an object takes; `now`: the time in milliseconds. */
  readonly usage: (object: MeasuredObject, now: number) => ResourceList;
}

/** A quota's name for the number of objects of a resource: `count/deployments.apps`. */
export function countOf(resource: GroupResource): string {
  return `count/${formatGroupResource(resource)}`;
}

/** Whether one of the values that an object has for a scope is selected. */
export function selects({ operator, values }: ScopeSelector, present: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return present.some((value) => values.includes(value));
    case 'NotIn':
      return present.length === 0 || present.some((value) => !values.includes(value));
    case 'Exists':
      return present.length > 0;
    case 'DoesNotExist':
      return present.length === 0;
    default:
      return false;
  }
}
