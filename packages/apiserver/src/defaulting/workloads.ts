import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { type ApiObject, ensureObject, isJsonObject, objectsIn, own } from '../objects/api-object.ts';
import { defaultPodTemplate } from './pod-spec.ts';
import { isBlank, isUnset, setDefaults, setTextDefaults } from './set-default.ts';

/** The defaults of a Deployment. */
export function defaultDeployment(deployment: ApiObject): void {
  const spec = ensureObject(deployment, 'spec');
  setDefaults(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
  const strategy = ensureObject(spec, 'strategy');
  setTextDefaults(strategy, { type: 'RollingUpdate' });
  if (strategy.type === 'RollingUpdate')
    setDefaults(ensureObject(strategy, 'rollingUpdate'), { maxUnavailable: '25%', maxSurge: '25%' });
  defaultPodTemplate(spec.template);
}

/** The defaults of a ReplicaSet. */
export function defaultReplicaSet(replicaSet: ApiObject): void {
  const spec = ensureObject(replicaSet, 'spec');
  setDefaults(spec, { replicas: 1 });
  defaultPodTemplate(spec.template);
}

/** The defaults of a ReplicationController: what it selects and how it is labelled come from its template. */
export function defaultReplicationController(controller: ApiObject): void {
  const spec = ensureObject(controller, 'spec');
  setDefaults(spec, { replicas: 1 });
  const labels = own(own(spec.template, 'metadata'), 'labels');
  if (isJsonObject(labels)) {
    if (isUnset(spec.selector)) spec.selector = { ...labels };
    controller.metadata.labels ??= stringsOf(labels);
  }
  defaultPodTemplate(spec.template);
}

/** The defaults of a StatefulSet. */
export function defaultStatefulSet(statefulSet: ApiObject): void {
  const spec = ensureObject(statefulSet, 'spec');
  setDefaults(spec, { replicas: 1, revisionHistoryLimit: 10 });
  setTextDefaults(spec, { podManagementPolicy: 'OrderedReady' });
  const strategy = ensureObject(spec, 'updateStrategy');
  if (isBlank(strategy.type)) {
    strategy.type = 'RollingUpdate';
    setDefaults(ensureObject(strategy, 'rollingUpdate'), { partition: 0 });
  }
  if (isJsonObject(strategy.rollingUpdate)) {
    if (strategy.type === 'RollingUpdate') setDefaults(strategy.rollingUpdate, { partition: 0 });
  }
  setTextDefaults(ensureObject(spec, 'persistentVolumeClaimRetentionPolicy'), {
    whenDeleted: 'Retain',
    whenScaled: 'Retain',
  });
  defaultPodTemplate(spec.template);
  for (const claim of objectsIn(spec.volumeClaimTemplates)) {
    setTextDefaults(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' });
    setDefaults(ensureObject(claim, 'spec'), { volumeMode: 'Filesystem' });
    setTextDefaults(ensureObject(claim, 'status'), { phase: 'Pending' });
  }
}

/** The defaults of a DaemonSet. */
export function defaultDaemonSet(daemonSet: ApiObject): void {
  // A field of the internal type, which clients see as an annotation.
  daemonSet.metadata.annotations = {
    'deprecated.daemonset.template.generation': '0',
    ...daemonSet.metadata.annotations,
  };
  const spec = ensureObject(daemonSet, 'spec');
  setDefaults(spec, { revisionHistoryLimit: 10 });
  const strategy = ensureObject(spec, 'updateStrategy');
  setTextDefaults(strategy, { type: 'RollingUpdate' });
  if (strategy.type === 'RollingUpdate')
    setDefaults(ensureObject(strategy, 'rollingUpdate'), { maxUnavailable: 1, maxSurge: 0 });
  defaultPodTemplate(spec.template);
}

/** The defaults of a Job. */
export function defaultJob(job: ApiObject): void {
  const spec = ensureObject(job, 'spec');
  if (isUnset(spec.completions) && isUnset(spec.parallelism)) spec.completions = 1;
  setDefaults(spec, {
    parallelism: 1,
    backoffLimit: isUnset(spec.backoffLimitPerIndex) ? 6 : 2_147_483_647,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: isUnset(spec.podFailurePolicy) ? 'TerminatingOrFailed' : 'Failed',
  });
  for (const rule of objectsIn(own(spec.podFailurePolicy, 'rules'))) {
    for (const pattern of objectsIn(rule.onPodConditions)) setTextDefaults(pattern, { status: 'True' });
  }
  defaultPodTemplate(spec.template);
  const labels = own(own(spec.template, 'metadata'), 'labels');
  if (isJsonObject(labels) && !job.metadata.labels) job.metadata.labels = stringsOf(labels);
}

/** The defaults of a CronJob. Those of a Job are not applied to its template. */
export function defaultCronJob(cronJob: ApiObject): void {
  const spec = ensureObject(cronJob, 'spec');
  setTextDefaults(spec, { concurrencyPolicy: 'Allow' });
  setDefaults(spec, { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 });
  defaultPodTemplate(own(own(spec.jobTemplate, 'spec'), 'template'));
}

function stringsOf(object: JsonObject): { [key: string]: string } {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, string & JsonValue] => typeof entry[1] === 'string'),
  );
}
