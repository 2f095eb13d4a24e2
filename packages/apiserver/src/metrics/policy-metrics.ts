import type { Counter, Histogram, MetricsRegistry } from '@kb/apimachinery/metrics';

/** What a policy has come to for a request, as a label. */
export type PolicyAction = 'allow' | 'deny' | 'audit' | 'warn';

/** Counts what admission policies find. */
export interface PolicyMetrics {
  /** Counts a finding: what a binding does with the message of a validation. */
  validated(policy: string, binding: string, action: PolicyAction, seconds: number, message: string): void;
  /** Counts a mutation. `error`: why it failed. */
  mutated(policy: string, binding: string, seconds: number, error?: string): void;
}

const secondBounds = [0.0000005, 0.001, 0.01, 0.1, 1];

/** Creates the metrics of admission policies in a registry. */
export function createPolicyMetrics(registry: MetricsRegistry): PolicyMetrics {
  const validating = policyFamilies(registry, 'validating', [
    'policy',
    'policy_binding',
    'error_type',
    'enforcement_action',
  ]);
  const mutating = policyFamilies(registry, 'mutating', ['policy', 'policy_binding', 'error_type']);
  const count = (families: PolicyFamilies, seconds: number, values: readonly string[]): void => {
    families.checks.with(...values).inc();
    families.durations.with(...values).observe(seconds);
  };
  return {
    validated: (policy, binding, action, seconds, message) =>
      count(validating, seconds, [policy, binding, errorTypeOf(message), action]),
    mutated: (policy, binding, seconds, error) => count(mutating, seconds, [policy, binding, errorTypeOf(error)]),
  };
}

interface PolicyFamilies {
  readonly checks: { with(...values: string[]): Counter };
  readonly durations: { with(...values: string[]): Histogram };
}

function policyFamilies(
  registry: MetricsRegistry,
  type: 'validating' | 'mutating',
  labels: readonly string[],
): PolicyFamilies {
  const prefix = `apiserver_${type}_admission_policy_check`;
  return {
    checks: registry.counter({ name: `${prefix}_total`, help: `What ${type} admission policies have found.`, labels }),
    durations: registry.histogram({
      name: `${prefix}_duration_seconds`,
      help: `How long the expressions of ${type} admission policies take, in seconds.`,
      labels,
      buckets: secondBounds,
    }),
  };
}

/** The label of a message. As in kube-apiserver, a validation that is not met counts as an error, too. */
function errorTypeOf(error: string | undefined): string {
  if (error === undefined) return 'no_error';
  if (error.startsWith('compilation')) return 'compile_error';
  return error.startsWith('validation failed due to running out of cost budget') ? 'out_of_budget' : 'invalid_error';
}
