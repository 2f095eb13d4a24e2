import { type DeepReadonly, formatTime } from '@kb/apimachinery';
import type { NamespaceCondition } from '@kb/kubernetes/core/v1';

/** The remaining objects of a namespace that is being deleted, and the failures. */
export interface RemainingContent {
  /** The number of remaining objects by resource, `plural.group` (with the dot, but no group, in the core group). */
  readonly objects: ReadonlyMap<string, number>;
  /** The number of remaining objects by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
}

/** The type, reason and message of each condition on success, and the reason on failure. */
const conditionTypes = [
  ['NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'],
  ['NamespaceDeletionGroupVersionParsingFailure', 'ParsedGroupVersions', 'All legacy kube types successfully parsed'],
  [
    'NamespaceDeletionContentFailure',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  ['NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed'],
  ['NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
] as const;

/** Computes the conditions of a namespace that is being deleted. Returns the same list when nothing changes. */
export function namespaceConditions(
  before: readonly DeepReadonly<NamespaceCondition>[],
  content: RemainingContent,
  now: number,
): readonly DeepReadonly<NamespaceCondition>[] {
  const problems = problemsOf(content);
  let conditions = before;
  for (const [type, okReason, okMessage] of conditionTypes) {
    const problem = problems.get(type);
    const [reason, message] = problem ?? [okReason, okMessage];
    const status = problem ? 'True' : 'False';
    const at = conditions.findIndex((condition) => condition.type === type);
    const old = conditions[at];
    if (old?.status === status && old.reason === reason && old.message === message) continue;
    const since = old?.status === status ? old.lastTransitionTime : undefined;
    const condition = { type, status, lastTransitionTime: since ?? formatTime(now), reason, message };
    conditions = at === -1 ? [...conditions, condition] : conditions.with(at, condition);
  }
  return conditions;
}

function problemsOf({ objects, finalizers, failures }: RemainingContent): Map<string, readonly [string, string]> {
  const problems = new Map<string, readonly [reason: string, message: string]>();
  if (failures.length > 0) {
    const text = `Failed to delete all resource types, ${failures.length} remaining: ${failures.toSorted().join(', ')}`;
    problems.set('NamespaceDeletionContentFailure', ['ContentDeletionFailed', text]);
  }
  if (objects.size > 0) {
    const text = `Some resources are remaining: ${listed(objects, (name, count) => `${name} has ${count} resource instances`)}`;
    problems.set('NamespaceContentRemaining', ['SomeResourcesRemain', text]);
  }
  if (finalizers.size > 0) {
    const list = listed(finalizers, (name, count) => `${name} in ${count} resource instances`);
    const text = `Some content in the namespace has finalizers remaining: ${list}`;
    problems.set('NamespaceFinalizersRemaining', ['SomeFinalizersRemain', text]);
  }
  return problems;
}

const listed = (counts: ReadonlyMap<string, number>, print: (name: string, count: number) => string): string =>
  Array.from(counts, ([name, count]) => print(name, count))
    .sort()
    .join(', ');
