import type { Program } from '../evaluate/program.ts';
import { type CompiledExpression, compileIn } from '../policies/compile-policy.ts';
import { policyEnvironment } from '../policies/policy-environment.ts';

/** What became of a condition: a program, or why there is none, in the words of kube-apiserver. */
export type CompiledCondition = CompiledExpression &
  ({ readonly program: Program; readonly error: undefined } | { readonly program: undefined; readonly error: string });

/** Compiles a match condition of a webhook, which must give a boolean. */
export function compileCondition(expression: string): CompiledCondition {
  const { program, error = '' } = compileIn(policyEnvironment({ hasAuthorizer: true }), expression, 'condition');
  const text = expression;
  return program === undefined ? { text, program, error } : { text, program, error: undefined };
}
