import { forbidden, type JsonObject, StatusError } from '@kb/apimachinery';
import type { PolicyVerdict, ValidatingPolicy, ValidatingPolicySpec } from '@kb/apimachinery/cel';
import type { AdmissionAttributes } from '../admission/admission-attributes.ts';
import type { AdmissionPlugin } from '../admission/admission-plugin.ts';
import type { MatchContext, MatchedVersion } from '../admission/match-rules.ts';
import type { VersionedObjects } from '../admission/review-text.ts';
import { objectsInVersion } from '../admission/validate-by-hooks.ts';
import { inTurns, type LoopTurns } from '../loop-turns.ts';
import { nameOrPrefix, objectsIn as objectsOf, stringOf } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import { groupResource } from '../resources/served-resource.ts';
import { AuditFindings } from './audit-findings.ts';
import { boundPoliciesIn, type BoundPolicy, type PolicyBinding } from './bound-policies.ts';
import { collectParams, paramResource, ParamsError } from './collect-params.ts';
import type { PolicyAction } from '../metrics/policy-metrics.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import { type ConstraintMatch, isExemptFromPolicies, matchConstraints } from './match-constraints.ts';
import { type InputsOfPolicies, inputsOfPolicies } from './policy-input.ts';
import { commonExpressions, type PreparedPolicy, preparePolicy } from './prepared-policy.ts';

/** The parts of a server that policies need. */
export interface PoliciesContext extends MatchContext {
  readonly turns: LoopTurns;
  readonly metrics: Pick<ServerMetrics, 'now' | 'policies'>;
}

type Policy = BoundPolicy<PreparedPolicy<ValidatingPolicy>>;

/** A policy that is for a request, or why that is not known. */
interface MatchedPolicy {
  readonly policy: Policy;
  readonly match: NonNullable<ConstraintMatch>;
}

/** Creates the plugin ValidatingAdmissionPolicy; it follows the stored policies and their bindings. */
export function validatingPolicies(context: PoliciesContext): AdmissionPlugin {
  const plural = { policies: 'validatingadmissionpolicies', bindings: 'validatingadmissionpolicybindings' };
  const policies = boundPoliciesIn(context, plural, (spec) =>
    preparePolicy(spec, context.turns, (cel, { ...given }) => cel.compileValidatingPolicy(readSpec(given))),
  );
  const validate = (attributes: AdmissionAttributes): Promise<void> | undefined => {
    if (isExemptFromPolicies(attributes)) return undefined;
    const matched = policies.forResource(attributes.resource).flatMap((policy): MatchedPolicy[] => {
      const match = matchConstraints(policy.constraints, attributes, context);
      return match === undefined ? [] : [{ policy, match }];
    });
    return matched.length === 0 ? undefined : validateByPolicies(matched, attributes, context);
  };
  return {
    name: 'ValidatingAdmissionPolicy',
    operations: ['CREATE', 'UPDATE', 'CONNECT'],
    isActive: () => !policies.isEmpty(),
    validate,
    validateDeletion: validate,
  };
}

function readSpec(spec: JsonObject): ValidatingPolicySpec {
  return {
    ...commonExpressions(spec),
    validations: objectsOf(spec.validations).map((validation) => ({
      expression: stringOf(validation.expression),
      message: stringOf(validation.message),
      messageExpression: stringOf(validation.messageExpression),
      reason: stringOf(validation.reason),
    })),
    auditAnnotations: objectsOf(spec.auditAnnotations).map(({ key, valueExpression }) => ({
      key: stringOf(key),
      valueExpression: stringOf(valueExpression),
    })),
  };
}

/** Why a policy refuses a request. */
interface Denial {
  readonly policy: string;
  /** Undefined: the policy itself has a problem. */
  readonly binding: string | undefined;
  readonly message: string;
  /** Empty: an error. */
  readonly reason: string;
}

/** A request that policies judge: what they share of it. */
interface JudgedRequest {
  readonly attributes: AdmissionAttributes;
  readonly inputsFor: InputsOfPolicies;
  /** The objects in a version. Rejects with a {@link ParamsError} if they cannot be converted. */
  readonly objectsIn: (resource: MatchedVersion['resource']) => Promise<VersionedObjects>;
}

/** Judges a request by policies, one after another. Rejects with the StatusError of the first that refuses it. */
async function validateByPolicies(
  matched: readonly MatchedPolicy[],
  attributes: AdmissionAttributes,
  context: PoliciesContext,
): Promise<void> {
  const denials: Denial[] = [];
  const request: JudgedRequest = {
    attributes,
    inputsFor: inputsOfPolicies(attributes, context),
    objectsIn: objectsByVersion(attributes),
  };
  for (const { policy, match } of matched) denials.push(...(await judgeBy(policy, match, request, context)));
  const [first] = denials;
  if (first !== undefined) deny(first, attributes);
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

function deny({ policy, binding, message, reason }: Denial, { resource, name, object }: AdmissionAttributes): never {
  const where = binding === undefined ? '' : ` with binding '${binding}'`;
  const why = `ValidatingAdmissionPolicy '${policy}'${where} denied request: ${message}`;
  const status = forbidden(groupResource(resource), name || (object && nameOrPrefix(object)) || 'Unknown', why);
  return refuse({
    ...status,
    reason: reason || 'Invalid',
    details: { ...status.details, causes: [{ message: why }] },
    code: codes[reason] ?? 422,
  });
}

/** Judges a request by one policy with its bindings. */
async function judgeBy(
  policy: Policy,
  match: NonNullable<ConstraintMatch>,
  { attributes, inputsFor, objectsIn }: JudgedRequest,
  context: PoliciesContext,
): Promise<Denial[]> {
  const misconfigured = (problem: string): Denial[] =>
    policy.failsOpen ? [] : [denialOf(policy, undefined, `failed to configure policy: ${problem}`)];
  if (match.problem !== undefined) return misconfigured(match.problem);
  const problem = configurationProblem(policy, context);
  if (problem !== undefined) return misconfigured(problem);
  const denials: Denial[] = [];
  const audit = new AuditFindings(policy.name, attributes.caller);
  for (const binding of policy.bindings) {
    const bound = binding.constraints && matchConstraints(binding.constraints, attributes, context);
    if (binding.constraints && bound === undefined) continue;
    try {
      if (bound?.problem !== undefined) throw new ParamsError(bound.problem);
      const params = await collectParams(binding, paramResource(policy, context), attributes.namespace, context);
      for (const param of params) {
        const { conditions, expressions } = inputsFor(match, await objectsIn(match.resource), param);
        const compiled = await policy.policy.compiled();
        const begun = context.metrics.now();
        const verdict = await inTurns(compiled.judge(expressions, conditions), context.turns);
        const seconds = (context.metrics.now() - begun) / 1000;
        const count = (action: PolicyAction, message: string): void =>
          context.metrics.policies.validated(policy.name, binding.name, action, seconds, message);
        if (verdict) denials.push(...actOn(verdict, { policy, binding }, audit, count));
      }
    } catch (error) {
      if (!(error instanceof ParamsError)) throw error;
      if (!policy.failsOpen) denials.push(denialOf(policy, binding, `failed to configure binding: ${error.message}`));
    }
  }
  audit.publish();
  return denials;
}

function configurationProblem(policy: Policy, context: PoliciesContext): string | undefined {
  try {
    paramResource(policy, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof ParamsError)) throw error;
    return error.message;
  }
}

const denialOf = (policy: Policy, binding: PolicyBinding | undefined, message: string, reason = ''): Denial => ({
  policy: policy.name,
  binding: binding?.name,
  message,
  reason,
});

/** Returns a function that returns the objects of a request in a version, which are converted once. */
function objectsByVersion(attributes: AdmissionAttributes): JudgedRequest['objectsIn'] {
  const known = new Map<MatchedVersion['resource'], Promise<VersionedObjects>>();
  return (resource) => {
    let objects = known.get(resource);
    if (objects === undefined) known.set(resource, (objects = objectsOrProblem(resource, attributes)));
    return objects;
  };
}

async function objectsOrProblem(
  resource: MatchedVersion['resource'],
  attributes: AdmissionAttributes,
): Promise<VersionedObjects> {
  try {
    return await objectsInVersion(resource, attributes);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    throw new ParamsError(`failed to convert object version: ${error.message}`);
  }
}

/** The actions of bindings, as metrics name them. */
const actionNames: Readonly<Record<string, PolicyAction>> = { Deny: 'deny', Audit: 'audit', Warn: 'warn' };

/**
 * Does what a binding says with the findings of its policy, each of which is counted. Returns those for which it
 * refuses the request.
 */
function actOn(
  { findings, annotations }: PolicyVerdict,
  { policy, binding }: { readonly policy: Policy; readonly binding: PolicyBinding },
  audit: AuditFindings,
  count: (action: PolicyAction, message: string) => void,
): Denial[] {
  const denials: Denial[] = [];
  for (const { isError, message, reason, index } of findings) {
    if (isError && policy.failsOpen) {
      count('allow', message);
      continue;
    }
    for (const action of binding.actions) {
      count(actionNames[action] ?? 'warn', message);
      if (action === 'Deny') denials.push(denialOf(policy, binding, message, reason));
      else if (action === 'Audit') audit.addFailure(binding, index, message);
      else audit.warn(binding, message);
    }
  }
  for (const { key, value, error } of annotations) {
    if (value !== undefined) audit.addAnnotation(key, value);
    else if (!policy.failsOpen) {
      count('deny', error);
      denials.push(denialOf(policy, binding, error));
    }
  }
  return denials;
}
