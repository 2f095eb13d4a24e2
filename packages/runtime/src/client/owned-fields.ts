import {
  type DeepReadonly,
  equalJson,
  type FieldsV1,
  type KubernetesObject,
  type ManagedFieldsEntry,
} from '@kb/apimachinery';
import { parseJson } from '@kb/apimachinery/codec';

/** Identifies an entry of an object's managed fields. */
export interface FieldOwner {
  readonly manager: string;
  readonly apiVersion: string;
  /** `status`, or undefined for the object itself. */
  readonly subresource: string | undefined;
}

/** Returns the fields that `owner` owns through server-side apply; undefined when it has applied nothing. */
export function appliedFieldsOf(
  object: DeepReadonly<KubernetesObject>,
  owner: FieldOwner,
): DeepReadonly<FieldsV1> | undefined {
  return object.metadata.managedFields?.find(
    (entry) => isApplyOf(entry, owner) && entry.apiVersion === owner.apiVersion,
  )?.fieldsV1;
}

/** Whether `owner` has ever applied the object, in any API version. */
export function hasApplied(object: DeepReadonly<KubernetesObject>, owner: FieldOwner): boolean {
  return object.metadata.managedFields?.some((entry) => isApplyOf(entry, owner)) ?? false;
}

function isApplyOf(entry: DeepReadonly<ManagedFieldsEntry>, owner: FieldOwner): boolean {
  return (
    entry.operation === 'Apply' &&
    entry.manager === owner.manager &&
    (entry.subresource ?? '') === (owner.subresource ?? '')
  );
}

/** Whether two objects have the same values in `fields`. */
export function equalOwnedFields(fields: DeepReadonly<FieldsV1>, a: unknown, b: unknown): boolean {
  return steps(fields).every(([step, below]) => {
    const left = childAt(a, step);
    const right = childAt(b, step);
    return isLeaf(below) ? equalJson(left, right) : equalOwnedFields(below, left, right);
  });
}

/**
 * Whether applying `desired` would change nothing: `fields`, which its manager owns, are exactly the fields of
 * `desired`, and `live` has the same values there. False where that is unknown (the server writes some values, such as
 * quantities, in another form): a needless apply costs only a request.
 */
export function isAppliedAlready(fields: DeepReadonly<FieldsV1>, live: unknown, desired: unknown): boolean {
  const owned = steps(fields);
  if (owned.length === 0) return equalJson(live, desired);
  const wanted = sizeOf(desired);
  return (
    wanted === owned.length &&
    owned.every(([step, below]) => {
      const want = childAt(desired, step);
      return want !== undefined && isAppliedAlready(below, childAt(live, step), want);
    })
  );
}

function steps(fields: DeepReadonly<FieldsV1>): [string, DeepReadonly<FieldsV1>][] {
  return Object.entries(fields).filter(([step]) => step !== '.');
}

function isLeaf(fields: DeepReadonly<FieldsV1>): boolean {
  return steps(fields).length === 0;
}

/** Returns how many children a container has; -1 for other values. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return -1;
  return Object.values(value).filter((child) => child !== undefined).length;
}

/**
 * Returns the value at one step of a field path: `f:name` a property, `k:{…}` the element of a list with these keys,
 * `v:…` that value in a set, `i:3` an index.
 */
function childAt(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const rest = step.slice(2);
  if (!Array.isArray(value))
    return step.startsWith('f:') && Object.hasOwn(value, rest) ? value[rest as keyof typeof value] : undefined;
  const items: readonly unknown[] = value;
  switch (step[0]) {
    case 'k': {
      const keys = Object.entries(parseJson(rest) ?? {});
      // A list element that leaves a key out has its default value.
      return items.find((item) => keys.every(([name, key]) => isKey(item, name, key)));
    }
    case 'v': {
      const wanted = parseJson(rest);
      return items.find((item) => equalJson(item, wanted));
    }
    case 'i':
      return items[Number(rest)];
    default:
      return undefined;
  }
}

function isKey(item: unknown, name: string, key: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  const value: unknown = Object.hasOwn(item, name) ? item[name as keyof typeof item] : undefined;
  return value === undefined || equalJson(value, key);
}
