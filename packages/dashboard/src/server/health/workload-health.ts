import { conditionOf, fieldAt, numberAt, textAt } from './read-fields.ts';
import { type HealthVerdict, verdict } from './health-verdict.ts';

/** How a Deployment does: by its rollout and its replicas. */
export function deploymentHealth(object: unknown): HealthVerdict {
  const wanted = numberAt(object, ['spec', 'replicas'], 1);
  const updated = numberAt(object, ['status', 'updatedReplicas']);
  const available = numberAt(object, ['status', 'availableReplicas']);
  const note = `${numberAt(object, ['status', 'readyReplicas'])}/${wanted} ready`;
  if (fieldAt(object, 'spec', 'paused') === true) return verdict('progressing', `paused, ${note}`);
  if (textAt(conditionOf(object, 'Progressing'), 'reason') === 'ProgressDeadlineExceeded')
    return verdict('degraded', `ProgressDeadlineExceeded, ${note}`);
  if (textAt(conditionOf(object, 'ReplicaFailure'), 'status') === 'True')
    return verdict('degraded', textAt(conditionOf(object, 'ReplicaFailure'), 'reason') || 'ReplicaFailure');
  const surplus = numberAt(object, ['status', 'replicas']) > updated;
  const done = isObserved(object) && updated >= wanted && available >= wanted && !surplus;
  return verdict(done ? 'healthy' : 'progressing', note);
}

/** How a ReplicaSet does. */
export function replicaSetHealth(object: unknown): HealthVerdict {
  const wanted = numberAt(object, ['spec', 'replicas'], 1);
  const available = numberAt(object, ['status', 'availableReplicas']);
  if (textAt(conditionOf(object, 'ReplicaFailure'), 'status') === 'True')
    return verdict('degraded', textAt(conditionOf(object, 'ReplicaFailure'), 'reason') || 'ReplicaFailure');
  const note = `${numberAt(object, ['status', 'readyReplicas'])}/${wanted} ready`;
  return verdict(isObserved(object) && available >= wanted ? 'healthy' : 'progressing', note);
}

/** How a StatefulSet does. */
export function statefulSetHealth(object: unknown): HealthVerdict {
  const wanted = numberAt(object, ['spec', 'replicas'], 1);
  const ready = numberAt(object, ['status', 'readyReplicas']);
  const partition = numberAt(object, ['spec', 'updateStrategy', 'rollingUpdate', 'partition']);
  const isUpdated =
    textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete' ||
    numberAt(object, ['status', 'updatedReplicas']) >= wanted - partition;
  return verdict(
    isObserved(object) && ready >= wanted && isUpdated ? 'healthy' : 'progressing',
    `${ready}/${wanted} ready`,
  );
}

/** How a DaemonSet does. */
export function daemonSetHealth(object: unknown): HealthVerdict {
  const wanted = numberAt(object, ['status', 'desiredNumberScheduled']);
  const available = numberAt(object, ['status', 'numberAvailable']);
  const updated = numberAt(object, ['status', 'updatedNumberScheduled']);
  const isUpdated = textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete' || updated >= wanted;
  const note = `${numberAt(object, ['status', 'numberReady'])}/${wanted} ready`;
  return verdict(isObserved(object) && available >= wanted && isUpdated ? 'healthy' : 'progressing', note);
}

/** How a Job does. */
export function jobHealth(object: unknown): HealthVerdict {
  const failed = conditionOf(object, 'Failed');
  if (textAt(failed, 'status') === 'True') return verdict('degraded', textAt(failed, 'reason') || 'failed');
  if (textAt(conditionOf(object, 'Complete'), 'status') === 'True') return verdict('healthy', 'complete');
  const done = numberAt(object, ['status', 'succeeded']);
  const wanted = numberAt(object, ['spec', 'completions'], 1);
  const suspended = fieldAt(object, 'spec', 'suspend') === true;
  return verdict('progressing', suspended ? 'suspended' : `${done}/${wanted} done`);
}

/** Whether the controller has seen the newest specification. */
function isObserved(object: unknown): boolean {
  return numberAt(object, ['status', 'observedGeneration']) >= numberAt(object, ['metadata', 'generation']);
}
