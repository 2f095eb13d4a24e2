import { equalJson, forbidden, type JsonObject } from '@kb/apimachinery';
import type { MutatingPolicy, MutatingPolicySpec, PolicyMutation } from '@kb/apimachinery/cel';
import type { AdmissionPlugin, MutationRounds, RoundMemory, WriteAttributes } from '../admission/admission-plugin.ts';
import type { MatchedVersion } from '../admission/match-rules.ts';
import { beginRound, endRound, noteChange } from '../admission/round-memory.ts';
import { inTurns } from '../loop-turns.ts';
import { type ApiObject, type FrozenObject, nameOrPrefix, objectsIn, own, stringOf } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import { groupResource } from '../resources/served-resource.ts';
import { applyMutation, MutationError } from './apply-mutation.ts';
import { boundPoliciesIn, type BoundPolicy, type PolicyBinding } from './bound-policies.ts';
import { collectParams, paramResource, ParamsError } from './collect-params.ts';
import { type ConstraintMatch, isExemptFromPolicies, matchConstraints } from './match-constraints.ts';
import { type InputsOfPolicies, inputsOfPolicies } from './policy-input.ts';
import { commonExpressions, type PreparedPolicy, preparePolicy } from './prepared-policy.ts';
import type { PoliciesContext } from './validating-policies.ts';
import { VersionedObjectStates } from './versioned-object-states.ts';

type Policy = BoundPolicy<PreparedPolicy<MutatingPolicy>>;

/** A policy that is for a request, or why that is not known. */
interface MatchedPolicy {
  readonly policy: Policy;
  readonly match: NonNullable<ConstraintMatch>;
}

/** Creates the plugin MutatingAdmissionPolicy; it follows the stored policies and their bindings. */
export function mutatingPolicies(context: PoliciesContext): AdmissionPlugin {
  const plural = { policies: 'mutatingadmissionpolicies', bindings: 'mutatingadmissionpolicybindings' };
  const policies = boundPoliciesIn(context, plural, (spec) =>
    preparePolicy(spec, context.turns, (cel, given) => cel.compileMutatingPolicy(readSpec(given))),
  );
  return {
    name: 'MutatingAdmissionPolicy',
    operations: ['CREATE', 'UPDATE', 'CONNECT'],
    isActive: () => !policies.isEmpty(),
    mutate: (write, rounds) => {
      if (isExemptFromPolicies(write)) return undefined;
      const matched = policies.forResource(write.resource).flatMap((policy): MatchedPolicy[] => {
        const match = matchConstraints(policy.constraints, write, context);
        return match === undefined ? [] : [{ policy, match }];
      });
      return matched.length === 0 ? undefined : mutateByPolicies(matched, write, rounds, context);
    },
  };
}

function readSpec(spec: JsonObject): MutatingPolicySpec {
  return {
    ...commonExpressions(spec),
    mutations: objectsIn(spec.mutations).map(({ patchType, jsonPatch, applyConfiguration }): PolicyMutation => {
      const isPatch = patchType === 'JSONPatch';
      return {
        type: isPatch ? 'JSONPatch' : 'ApplyConfiguration',
        expression: stringOf(own(isPatch ? jsonPatch : applyConfiguration, 'expression')),
      };
    }),
  };
}

/** A problem of a policy, which refuses the request unless the policy ignores failures. */
interface PolicyProblem {
  readonly policy: Policy;
  /** Undefined: the policy itself has the problem. */
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
  /** The reason of the status; empty for a configuration that is wrong. */
  readonly reason: string;
}

/** One policy with one binding and one object of parameters. */
interface PolicyInvocation {
  readonly policy: Policy;
  readonly binding: PolicyBinding;
  readonly match: MatchedVersion;
  readonly param: FrozenObject | null;
}

/** Changes the object of a request by policies, one after another. Rejects with the StatusError of a refusal. */
async function mutateByPolicies(
  matched: readonly MatchedPolicy[],
  write: WriteAttributes,
  rounds: MutationRounds,
  context: PoliciesContext,
): Promise<ApiObject> {
  const problems: PolicyProblem[] = [];
  const invocations: PolicyInvocation[] = [];
  for (const { policy, match } of matched)
    invocations.push(...(await invocationsOf(policy, match, write, context, problems)));
  let result = write.object;
  if (invocations.length > 0) {
    const memory = beginRound('MutatingAdmissionPolicy', write.object, rounds);
    const objects = new VersionedObjectStates(write);
    const inputsFor = inputsOfPolicies(write, context);
    for (const invocation of invocations)
      problems.push(...(await invoke(invocation, inputsFor, objects, { rounds, memory }, context)));
    result = await objects.result();
    if (objects.isDirty) noteChange(memory, rounds);
    endRound(memory, result, rounds);
  }
  refuseProblems(
    problems.filter(({ policy }) => !policy.failsOpen),
    write,
  );
  return result;
}

async function invocationsOf(
  policy: Policy,
  match: NonNullable<ConstraintMatch>,
  write: WriteAttributes,
  context: PoliciesContext,
  problems: PolicyProblem[],
): Promise<PolicyInvocation[]> {
  const report = (binding: PolicyBinding | undefined, why: string): void => {
    const message = `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${why}`;
    problems.push({ policy, binding, message, reason: '' });
  };
  if (match.problem !== undefined) {
    report(undefined, match.problem);
    return [];
  }
  let binding: PolicyBinding | undefined;
  const invocations: PolicyInvocation[] = [];
  for (const index of [-1, ...policy.bindings.keys()]) {
    binding = policy.bindings[index];
    try {
      const resource = paramResource(policy, context);
      if (binding === undefined) continue;
      const bound = binding.constraints && matchConstraints(binding.constraints, write, context);
      if (binding.constraints && bound === undefined) continue;
      if (bound?.problem !== undefined) throw new ParamsError(bound.problem);
      for (const param of await collectParams(binding, resource, write.namespace, context))
        invocations.push({ policy, binding, match, param });
    } catch (error) {
      if (!(error instanceof ParamsError)) throw error;
      report(binding, error.message);
      if (binding === undefined) return [];
    }
  }
  return invocations;
}

interface Rounds {
  readonly rounds: MutationRounds;
  readonly memory: RoundMemory;
}

/** Invokes a policy: evaluates its mutations, and changes the object. Returns its problems. */
async function invoke(
  { policy, binding, match, param }: PolicyInvocation,
  inputsFor: InputsOfPolicies,
  objects: VersionedObjectStates,
  { rounds, memory }: Rounds,
  context: PoliciesContext,
): Promise<PolicyProblem[]> {
  const problems: PolicyProblem[] = [];
  const report = (message: string): number => problems.push({ policy, binding, message, reason: 'Invalid' });
  const current = await objects.inVersionOf(match);
  const compiled = await policy.policy.compiled();
  if (compiled.hasConditions) {
    const { conditions } = inputsFor(match, current.shown, param);
    const { matches, error } = await inTurns(compiled.meetsConditions(conditions), context.turns);
    if (error !== undefined) report(error);
    if (!matches) return problems;
  }
  const key = JSON.stringify([policy.name, binding.name, param?.metadata.namespace, param?.metadata.name]);
  if (rounds.isReinvoke && !memory.again.has(key)) return problems;
  const { object: before, sent } = current;
  objects.touch(current);
  for (const mutation of compiled.mutations) {
    const { expressions } = inputsFor(match, current.shown, param);
    const begun = context.metrics.now();
    const count = (error?: string): void =>
      context.metrics.policies.mutated(policy.name, binding.name, (context.metrics.now() - begun) / 1000, error);
    const effect = await inTurns(mutation(expressions), context.turns);
    try {
      current.object = applyMutation(effect, {
        object: current.object,
        sent: current.sent,
        codec: current.codec,
        registry: context.registry,
        kind: match.kind,
        resource: match.resource,
        isConnection: objects.isConnection,
      });
      current.isDirty = true;
      count();
    } catch (problem) {
      if (!(problem instanceof MutationError)) throw problem;
      count(problem.message);
      report(problem.message);
    }
  }
  if (current.object !== before && !equalJson(sent, current.sent)) noteChange(memory, rounds);
  if (policy.policy.spec.reinvocationPolicy === 'IfNeeded') memory.invoked.add(key);
  return problems;
}

function refuseProblems(problems: readonly PolicyProblem[], { resource, name, object }: WriteAttributes): void {
  const [first] = problems;
  if (first === undefined) return;
  const texts = problems.map(({ policy, binding, message }) =>
    binding === undefined
      ? `policy ${JSON.stringify(policy.name)} denied request: ${message}`
      : `policy '${policy.name}' with binding '${binding.name}' denied request: ${message}`,
  );
  const status = forbidden(groupResource(resource), name || nameOrPrefix(object) || 'Unknown', '');
  refuse({
    ...status,
    message: texts[0] ?? '',
    ...(first.reason !== '' && { reason: first.reason }),
    details: { ...status.details, causes: texts.map((message) => ({ message })) },
  });
}
