import { trimSpace } from '../../text/trim-space.ts';
import { utf8Length } from '../../names/utf8-length.ts';
import { type CompiledExpression, createPolicyCompiler, type NamedExpression } from './compile-policy.ts';
import {
  type Evaluation,
  evaluateInSteps,
  type ExpressionGroup,
  POLICY_BUDGET,
  type PolicyInput,
} from './evaluate-policy.ts';
import { judgeConditions } from './match-conditions.ts';

/** One check of a validating policy. Empty texts are absent. */
export interface PolicyValidation {
  readonly expression: string;
  readonly message: string;
  readonly messageExpression: string;
  /** The reason of the status of a refusal. */
  readonly reason: string;
}

/** The expressions of a policy that both types of policies have. */
export interface PolicyExpressions {
  readonly hasParams: boolean;
  readonly variables: readonly NamedExpression[];
  readonly matchConditions: readonly string[];
}

/** The expressions of a validating policy. */
export interface ValidatingPolicySpec extends PolicyExpressions {
  readonly validations: readonly PolicyValidation[];
  readonly auditAnnotations: readonly { readonly key: string; readonly valueExpression: string }[];
}

/** A finding of a policy: a check that failed, or an error. */
export interface PolicyFinding {
  /** The index of the check; 0 for an error of the policy as a whole. */
  readonly index: number;
  readonly message: string;
  /** The reason of the status; empty for an error. */
  readonly reason: string;
  /** Whether it is an error, which a policy may ignore. */
  readonly isError: boolean;
}

/** An annotation for the audit event. */
export type PolicyAnnotation =
  | { readonly key: string; readonly value: string; readonly error?: never }
  | { readonly key: string; readonly value?: never; readonly error: string };

/** What a validating policy finds about a request. */
export interface PolicyVerdict {
  readonly findings: readonly PolicyFinding[];
  /** The annotations for the audit event: a value, or why there is none. */
  readonly annotations: readonly PolicyAnnotation[];
}

/** A policy that is ready to judge requests. */
export interface ValidatingPolicy {
  /** Judges a request in steps. Undefined: its match conditions are not met. */
  readonly judge: (input: PolicyInput, conditionsInput: PolicyInput) => Iterator<void, PolicyVerdict | undefined>;
}

const MAX_MESSAGE_BYTES = 5 * 1024;

/** Compiles a validating policy in steps. */
export function* compileValidatingPolicy(spec: ValidatingPolicySpec): Generator<void, ValidatingPolicy> {
  const { matchConditions, validations, auditAnnotations } = spec;
  const compiler = createPolicyCompiler({ hasParams: spec.hasParams, hasVariables: true });
  for (const variable of spec.variables) {
    compiler.addVariable(variable);
    yield;
  }
  const compiled = function* (
    texts: readonly (string | undefined)[],
    purpose: Parameters<typeof compiler.compile>[1],
    hasAuthorizer = true,
  ): Generator<void, (CompiledExpression | undefined)[]> {
    const expressions: (CompiledExpression | undefined)[] = [];
    for (const text of texts) {
      expressions.push(text === undefined ? undefined : compiler.compile(text, purpose, hasAuthorizer));
      yield;
    }
    return expressions;
  };
  const group = (
    expressions: readonly (CompiledExpression | undefined)[],
    hasAuthorizer: boolean,
  ): ExpressionGroup => ({ expressions, variables: compiler.variables, budget: POLICY_BUDGET, hasAuthorizer });
  const conditions = group(yield* compiled(matchConditions, 'condition'), true);
  const checks = group(
    yield* compiled(
      validations.map(({ expression }) => expression),
      'condition',
    ),
    true,
  );
  const values = auditAnnotations.map(({ valueExpression }) => valueExpression);
  const annotations = group(yield* compiled(values, 'annotation'), false);
  const messageTexts = validations.map(({ messageExpression }) => messageExpression || undefined);
  const messages = group(yield* compiled(messageTexts, 'message', false), false);
  return {
    judge: function* (input, conditionsInput) {
      const { matches, error } = yield* judgeConditions(conditions, conditionsInput);
      if (error !== undefined) return failed(error);
      if (!matches) return undefined;
      return yield* judgeRequest(spec, { checks, messages, annotations }, input);
    },
  };
}

const failed = (message: string): PolicyVerdict => ({
  findings: [{ index: 0, message, reason: '', isError: true }],
  annotations: [],
});

interface CompiledParts {
  readonly checks: ExpressionGroup;
  readonly messages: ExpressionGroup;
  readonly annotations: ExpressionGroup;
}

function* judgeRequest(
  { validations, auditAnnotations }: ValidatingPolicySpec,
  { checks, messages, annotations }: CompiledParts,
  input: PolicyInput,
): Generator<void, PolicyVerdict> {
  const checked = yield* evaluateInSteps(checks, input);
  if (checked.stopped !== undefined) return failed(checked.stopped);
  const written = yield* evaluateInSteps({ ...messages, budget: checked.left }, input);
  const findings = validations.flatMap((validation, index): PolicyFinding[] => {
    const result = checked.results[index];
    const asError = (message: string): PolicyFinding[] => [{ index, message, reason: '', isError: true }];
    if (result?.error !== undefined) return asError(result.error);
    if (written.stopped !== undefined) return asError(`failed messageExpression: ${written.stopped}`);
    if (result?.value === true) return [];
    const reason = validation.reason || 'Invalid';
    return [{ index, message: messageOf(validation, written.results[index]), reason, isError: false }];
  });
  const valued = yield* evaluateInSteps(annotations, input);
  if (valued.stopped !== undefined) return failed(valued.stopped);
  const published = auditAnnotations.flatMap(({ key }, index): PolicyAnnotation[] => {
    const result = valued.results[index];
    if (result?.error !== undefined) return [{ key, error: result.error }];
    // Null gives no annotation.
    const value = typeof result?.value === 'string' ? trimSpace(result.value) : '';
    return value === '' ? [] : [{ key, value }];
  });
  return { findings, annotations: published };
}

function messageOf({ message, expression }: PolicyValidation, evaluation: Evaluation): string {
  const computed = typeof evaluation?.value === 'string' ? trimSpace(evaluation.value) : '';
  if (computed !== '' && !computed.includes('\n') && utf8Length(computed) <= MAX_MESSAGE_BYTES) return computed;
  return trimSpace(message) || `failed expression: ${trimSpace(expression)}`;
}
