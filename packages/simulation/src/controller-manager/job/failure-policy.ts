import type { DeepReadonly } from '@kb/apimachinery';
import type { PodFailurePolicy, PodFailurePolicyOnExitCodesRequirement } from '@kb/kubernetes/batch/v1';
import type { LivePod } from '../../shared/kinds.ts';

/** What the failure policy of a Job says about a failed Pod. */
export interface FailureVerdict {
  readonly action?: 'FailJob' | 'FailIndex' | 'Ignore' | 'Count';
  /** Whether the failure counts towards the back-off limits. */
  readonly counted: boolean;
  /** The message of the Job's condition, if the Job fails. */
  readonly message?: string;
}

type Rule = DeepReadonly<PodFailurePolicy>['rules'][number];

/** Applies the first rule of a policy that matches a failed Pod. Without one, the failure counts. */
export function judgeFailure(policy: DeepReadonly<PodFailurePolicy> | undefined, pod: LivePod): FailureVerdict {
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    const cause = causeOf(rule, pod);
    if (cause === undefined) continue;
    switch (rule.action) {
      case 'Ignore':
        return { action: 'Ignore', counted: false };
      case 'FailIndex':
      case 'Count':
        return { action: rule.action, counted: true };
      case 'FailJob':
        return { action: 'FailJob', counted: true, message: `${cause} matching FailJob rule at index ${index}` };
    }
  }
  return { counted: true };
}

/** Why a rule matches a Pod, as the beginning of the message; undefined if it does not. */
function causeOf({ onExitCodes, onPodConditions }: Rule, { metadata, status }: LivePod): string | undefined {
  const place = `${metadata.namespace ?? ''}/${metadata.name}`;
  if (onExitCodes !== undefined) {
    const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
    const found = statuses.find(({ name, state }) => matchesExit(onExitCodes, name, state?.terminated?.exitCode));
    if (found === undefined) return undefined;
    return `Container ${found.name} for pod ${place} failed with exit code ${found.state?.terminated?.exitCode ?? 0}`;
  }
  const condition = status?.conditions?.find((own) =>
    onPodConditions?.some((pattern) => pattern.type === own.type && pattern.status === own.status),
  );
  return condition && `Pod ${place} has condition ${condition.type}`;
}

function matchesExit(
  { containerName, operator, values }: DeepReadonly<PodFailurePolicyOnExitCodesRequirement>,
  name: string,
  exitCode: number | undefined,
): boolean {
  if (exitCode === undefined || exitCode === 0) return false;
  if (containerName !== undefined && containerName !== name) return false;
  return values.includes(exitCode) === (operator === 'In');
}
