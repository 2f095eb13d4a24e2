import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { notCopied, revisionOf, ROLLBACK_TO } from '../rollout/annotations.ts';
import { syncReplicaSets } from '../rollout/new-replica-set.ts';
import { allOf } from '../rollout/replica-sets.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { equalTemplates, withoutHash } from '../rollout/template.ts';

/** The revision that a Deployment requests a rollback to: 0 for the previous one, undefined if it requests none. */
export function rollbackTarget({ metadata }: LiveDeployment): number | undefined {
  const text = metadata.annotations?.[ROLLBACK_TO] ?? '';
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Restores the template and annotations of an earlier revision, and always removes the request from the Deployment. */
export async function rollback(rollout: Rollout, owned: readonly LiveReplicaSet[], target: number): Promise<void> {
  const all = allOf(await syncReplicaSets(rollout, owned, true));
  const deployment = rollout.deployment();
  const revision = target === 0 ? revisionBefore(all) : target;
  if (revision === 0) return await giveUp(rollout, 'Unable to find last revision.');
  const set = all.find((candidate) => revisionOf(candidate) === revision);
  if (set?.spec.template === undefined) return await giveUp(rollout, 'Unable to find the revision to rollback to.');
  if (equalTemplates(set.spec.template, deployment.spec.template)) {
    const text = `The rollback revision contains the same template as current deployment "${deployment.metadata.name}"`;
    rollout.record('Warning', 'DeploymentRollbackTemplateUnchanged', text);
    return await rollout.updateDeployment(withoutRequest(deployment));
  }
  await rollout.updateDeployment(withoutRequest(rolledBack(deployment, set)));
  const text = `Rolled back deployment "${deployment.metadata.name}" to revision ${revision}`;
  rollout.record('Normal', 'DeploymentRollback', text);
}

async function giveUp(rollout: Rollout, message: string): Promise<void> {
  rollout.record('Warning', 'DeploymentRollbackRevisionNotFound', message);
  await rollout.updateDeployment(withoutRequest(rollout.deployment()));
}

/** The second highest revision; 0 if there is none. */
function revisionBefore(sets: readonly LiveReplicaSet[]): number {
  return sets.map((set) => revisionOf(set) ?? 0).toSorted((a, b) => b - a)[1] ?? 0;
}

function rolledBack(deployment: LiveDeployment, set: LiveReplicaSet): LiveDeployment {
  const own = Object.entries(deployment.metadata.annotations ?? {}).filter(([name]) => notCopied.has(name));
  const old = Object.entries(set.metadata.annotations ?? {}).filter(([name]) => !notCopied.has(name));
  const template = set.spec.template === undefined ? deployment.spec.template : withoutHash(set.spec.template);
  return {
    ...deployment,
    metadata: { ...deployment.metadata, annotations: Object.fromEntries([...own, ...old]) },
    spec: { ...deployment.spec, template },
  };
}

function withoutRequest(deployment: LiveDeployment): LiveDeployment {
  const { [ROLLBACK_TO]: _request, ...annotations } = deployment.metadata.annotations ?? {};
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
}
