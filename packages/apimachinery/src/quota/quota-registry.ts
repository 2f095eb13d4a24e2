import type { GroupResource } from '../status/status-factories.ts';
import { claimEvaluator, objectCountEvaluator, serviceEvaluator } from './object-evaluators.ts';
import { podEvaluator } from './pod-evaluator.ts';
import type { QuotaEvaluator, ScopeSelector } from './quota-evaluator.ts';
import { type MeasuredObject, objectsAt, textAt, valueAt } from './read-object.ts';

const aliased = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'];

const evaluators = new Map(
  [
    podEvaluator,
    serviceEvaluator,
    claimEvaluator,
    ...aliased.map((plural) => objectCountEvaluator({ group: '', plural }, plural)),
  ].map((evaluator) => [keyOf(evaluator.resource), evaluator]),
);

/** Resources that quotas do not count: they are not stored, or there are too many of them. */
const ignored = new Set([
  '/bindings',
  '/componentstatuses',
  '/events',
  'events.k8s.io/events',
  'authentication.k8s.io/tokenreviews',
  'authentication.k8s.io/selfsubjectreviews',
  ...['subject', 'selfsubject', 'localsubject'].map((kind) => `authorization.k8s.io/${kind}accessreviews`),
  'authorization.k8s.io/selfsubjectrulesreviews',
]);

/** Returns what objects of a resource take of quotas; undefined if they take nothing. */
export function quotaEvaluatorOf(resource: GroupResource): QuotaEvaluator | undefined {
  const key = keyOf(resource);
  if (ignored.has(key)) return undefined;
  return evaluators.get(key) ?? objectCountEvaluator(resource);
}

function keyOf({ group, plural }: GroupResource): string {
  return `${group}/${plural}`;
}

/** The conditions on the objects that a ResourceQuota counts. */
export function scopesOf({ spec }: { readonly spec?: unknown }): ScopeSelector[] {
  const scopes = valueAt(spec, 'scopes');
  return [
    ...(Array.isArray(scopes) ? scopes : []).map((scope) => ({
      scopeName: String(scope),
      operator: 'Exists',
      values: [],
    })),
    ...objectsAt(spec, 'scopeSelector', 'matchExpressions').map((expression) => ({
      scopeName: textAt(expression, 'scopeName'),
      operator: textAt(expression, 'operator'),
      values: Array.isArray(expression.values) ? expression.values.map(String) : [],
    })),
  ];
}

/** Whether an object is in all scopes of a quota. */
export function isInScopes(
  evaluator: QuotaEvaluator,
  object: MeasuredObject,
  scopes: readonly ScopeSelector[],
): boolean {
  return scopes.every((scope) => evaluator.isInScope(object, scope));
}
