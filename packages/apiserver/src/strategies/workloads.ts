import { equalJson, nameIsDnsLabel, nameIsDnsSubdomain } from '@kb/apimachinery';
import { type ApiObject, at, ensureObject, type FrozenObject, isJsonObject, own } from '../objects/api-object.ts';
import { TEMPLATE_GENERATION } from '../resources/metadata-alone.ts';
import { validateJob, validateJobUpdate } from '../validation/jobs.ts';
import { validateMetadataWarnings } from '../validation/name-warnings.ts';
import { podWarnings } from '../validation/pod-warnings.ts';
import {
  validateDaemonSetStatus,
  validateDeploymentStatus,
  validateReplicaSetStatus,
  validateStatefulSetStatus,
} from '../validation/workload-status.ts';
import {
  validateCronJob,
  validateCronJobName,
  validateDaemonSet,
  validateDeployment,
  validateReplicaSet,
  validateSelectorUpdate,
  validateStatefulSet,
  validateStatefulSetUpdate,
} from '../validation/workloads.ts';
import { genericStatus, withSpecAndStatus } from './generic.ts';
import type { Strategy } from '../resources/strategy.ts';

const POD_NAMES = 'this is used in Pod names and hostnames';

/**
 * Warnings of a kind with a template at `path`: of its name when it is new, of the template when what is desired
 * changes.
 */
function workloadWarnings(...path: readonly string[]): NonNullable<Strategy['warnings']> {
  return (object, old) => {
    if (!old) return [...validateMetadataWarnings(object, POD_NAMES), ...templateWarnings(object, undefined, path)];
    return templateWarnings(object, old, path);
  };
}

function templateWarnings(object: ApiObject, old: FrozenObject | undefined, path: readonly string[]): string[] {
  if (old && old.metadata.generation === object.metadata.generation) return [];
  return podWarnings(at(object, ...path), path.join('.'));
}

/** How Deployments behave: annotations count as desired state too. */
export const deploymentStrategy: Strategy = {
  ...withSpecAndStatus,
  generation: (object, old) =>
    !equalJson(object.spec, old.spec) || !equalJson(object.metadata.annotations ?? {}, old.metadata.annotations ?? {}),
  validate: validateDeployment,
  validateUpdate: (object, old) => [...validateDeployment(object), ...validateSelectorUpdate(object, old)],
  warnings: workloadWarnings('spec', 'template'),
  status: {
    ...genericStatus,
    prepareForUpdate: (object, old, context) => {
      genericStatus.prepareForUpdate?.(object, old, context);
      if (old.metadata.labels) object.metadata.labels = { ...old.metadata.labels };
      else delete object.metadata.labels;
    },
    validateUpdate: validateDeploymentStatus,
    resetFields: [['spec'], ['metadata', 'labels']],
  },
};

/** How ReplicaSets behave. */
export const replicaSetStrategy: Strategy = {
  ...withSpecAndStatus,
  prepareForCreate: (object) => {
    object.status = { replicas: 0 };
  },
  status: { ...genericStatus, validateUpdate: validateReplicaSetStatus },
  validate: validateReplicaSet,
  validateUpdate: (object, old) => [...validateReplicaSet(object), ...validateSelectorUpdate(object, old)],
  warnings: workloadWarnings('spec', 'template'),
};

/** How ReplicationControllers behave: their pods outlive them unless a delete says otherwise. */
export const replicationControllerStrategy: Strategy = {
  ...withSpecAndStatus,
  defaultPropagation: 'Orphan',
  status: { ...genericStatus, validateUpdate: validateReplicaSetStatus },
  warnings: workloadWarnings('spec', 'template'),
};

/** How StatefulSets behave. */
export const statefulSetStrategy: Strategy = {
  ...withSpecAndStatus,
  nameCheck: nameIsDnsLabel,
  prepareForCreate: (object) => {
    delete object.status;
    dropGated(object);
  },
  prepareForUpdate: (object, old, context) => {
    withSpecAndStatus.prepareForUpdate?.(object, old, context);
    dropGated(object);
  },
  status: { ...genericStatus, validateUpdate: validateStatefulSetStatus },
  validate: validateStatefulSet,
  validateUpdate: validateStatefulSetUpdate,
  warnings: (object, old) => {
    const limit = own(object.spec, 'revisionHistoryLimit');
    const negative = 'spec.revisionHistoryLimit: a negative value retains all historical revisions';
    return [
      ...templateWarnings(object, old, ['spec', 'template']),
      ...(typeof limit === 'number' && limit < 0 ? [`${negative}; a value >= 0 is recommended`] : []),
    ];
  },
};

/** What is behind a feature gate that is off is dropped. */
function dropGated(statefulSet: ApiObject): void {
  const rollingUpdate = at(statefulSet, 'spec', 'updateStrategy', 'rollingUpdate');
  if (isJsonObject(rollingUpdate)) delete rollingUpdate.maxUnavailable;
}

/** How DaemonSets behave: an annotation counts the changes of the template. */
export const daemonSetStrategy: Strategy = {
  ...withSpecAndStatus,
  prepareForCreate: (object) => {
    delete object.status;
    setTemplateGeneration(object, Math.max(templateGeneration(object), 1));
  },
  prepareForUpdate: (object, old, context) => {
    withSpecAndStatus.prepareForUpdate?.(object, old, context);
    setTemplateGeneration(object, templateGeneration(old) + (hasSameTemplate(object, old) ? 0 : 1));
  },
  validate: validateDaemonSet,
  validateUpdate: (object, old) => [...validateDaemonSet(object), ...validateSelectorUpdate(object, old)],
  warnings: (object, old) =>
    old && hasSameTemplate(object, old) ? [] : podWarnings(own(object.spec, 'template'), 'spec.template'),
  status: {
    ...genericStatus,
    prepareForUpdate: (object, old, context) => {
      genericStatus.prepareForUpdate?.(object, old, context);
      setTemplateGeneration(object, templateGeneration(old));
    },
    validateUpdate: validateDaemonSetStatus,
  },
};

const hasSameTemplate = (object: ApiObject, old: FrozenObject): boolean =>
  equalJson(own(object.spec, 'template'), own(old.spec, 'template'));

/** The annotation is a field of the spec in kube-apiserver's own type. */
function templateGeneration({ metadata }: ApiObject | FrozenObject): number {
  return Number(metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
}

function setTemplateGeneration({ metadata }: ApiObject, count: number): void {
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(count) };
}

/** How Jobs behave: the server makes the selector, and labels the template, with the Job's uid. */
export const jobStrategy: Strategy = {
  ...withSpecAndStatus,
  nameCheck: nameIsDnsSubdomain,
  defaultPropagation: 'Orphan',
  deleteWarning:
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  prepareForCreate: (job) => {
    delete job.status;
    const spec = ensureObject(job, 'spec');
    if (spec.manualSelector === true) return;
    const { uid = '', name = '' } = job.metadata;
    const labels = ensureObject(ensureObject(ensureObject(spec, 'template'), 'metadata'), 'labels');
    labels['job-name'] ??= name;
    labels['batch.kubernetes.io/job-name'] ??= name;
    labels['controller-uid'] ??= uid;
    labels['batch.kubernetes.io/controller-uid'] ??= uid;
    ensureObject(ensureObject(spec, 'selector'), 'matchLabels')['batch.kubernetes.io/controller-uid'] ??= uid;
  },
  // A job that says nothing has the labels of its pods.
  canonicalize: (job) => {
    const labels = at(job, 'spec', 'template', 'metadata', 'labels');
    if (!job.metadata.labels && isJsonObject(labels)) job.metadata.labels = { ...(labels as Record<string, string>) };
  },
  validate: validateJob,
  validateUpdate: validateJobUpdate,
  warnings: workloadWarnings('spec', 'template'),
};

/** How CronJobs behave. */
export const cronJobStrategy: Strategy = {
  ...withSpecAndStatus,
  validate: (object) => [...validateCronJobName(object), ...validateCronJob(object)],
  validateUpdate: validateCronJob,
  warnings: workloadWarnings('spec', 'jobTemplate', 'spec', 'template'),
};
