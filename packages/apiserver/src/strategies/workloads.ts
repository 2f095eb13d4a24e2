import { equalJson, nameIsDnsLabel, nameIsDnsSubdomain } from '@kb/apimachinery';
import { ensureObject, isJsonObject, own } from '../resources/api-object.ts';
import { validateMetadataWarnings } from '../validation/name-warnings.ts';
import {
  validateCronJob,
  validateDaemonSet,
  validateDeployment,
  validateJob,
  validateReplicaSet,
  validateSelectorUpdate,
  validateStatefulSet,
} from '../validation/workloads.ts';
import { genericStatus, withSpecAndStatus } from './generic.ts';
import type { Strategy } from './strategy.ts';

const POD_NAMES = 'this is used in Pod names and hostnames';

/** How Deployments behave: annotations count as desired state too. */
export const deploymentStrategy: Strategy = {
  ...withSpecAndStatus,
  generation: (object, old) =>
    !equalJson(object.spec, old.spec) || !equalJson(object.metadata.annotations ?? {}, old.metadata.annotations ?? {}),
  validate: validateDeployment,
  validateUpdate: (object, old) => [...validateDeployment(object), ...validateSelectorUpdate(object, old)],
  warnings: (object) => validateMetadataWarnings(object, POD_NAMES),
  status: {
    ...genericStatus,
    prepareForUpdate: (object, old, context) => {
      genericStatus.prepareForUpdate?.(object, old, context);
      if (old.metadata.labels) object.metadata.labels = { ...old.metadata.labels };
      else delete object.metadata.labels;
    },
    resetFields: [['spec'], ['metadata', 'labels']],
  },
};

/** How ReplicaSets behave. */
export const replicaSetStrategy: Strategy = {
  ...withSpecAndStatus,
  prepareForCreate: (object) => {
    object.status = { replicas: 0 };
  },
  validate: validateReplicaSet,
  validateUpdate: (object, old) => [...validateReplicaSet(object), ...validateSelectorUpdate(object, old)],
  warnings: (object) => validateMetadataWarnings(object, POD_NAMES),
};

/** How ReplicationControllers behave: their pods outlive them unless a delete says otherwise. */
export const replicationControllerStrategy: Strategy = { ...withSpecAndStatus, defaultPropagation: 'Orphan' };

/** How StatefulSets behave. */
export const statefulSetStrategy: Strategy = {
  ...withSpecAndStatus,
  nameCheck: nameIsDnsLabel,
  validate: validateStatefulSet,
  validateUpdate: validateStatefulSet,
};

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** How DaemonSets behave: an annotation counts the changes of the template. */
export const daemonSetStrategy: Strategy = {
  ...withSpecAndStatus,
  prepareForCreate: (object) => {
    delete object.status;
    object.metadata.annotations = { ...object.metadata.annotations, [TEMPLATE_GENERATION]: '1' };
  },
  prepareForUpdate: (object, old, context) => {
    withSpecAndStatus.prepareForUpdate?.(object, old, context);
    const count = Number(old.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
    const changed = !equalJson(own(object.spec, 'template'), own(old.spec, 'template'));
    object.metadata.annotations = {
      ...object.metadata.annotations,
      [TEMPLATE_GENERATION]: String(changed ? count + 1 : count),
    };
  },
  validate: validateDaemonSet,
  validateUpdate: (object, old) => [...validateDaemonSet(object), ...validateSelectorUpdate(object, old)],
};

/** How Jobs behave: the server makes the selector, and labels the template, with the Job's uid. */
export const jobStrategy: Strategy = {
  ...withSpecAndStatus,
  nameCheck: nameIsDnsSubdomain,
  defaultPropagation: 'Orphan',
  prepareForCreate: (job) => {
    delete job.status;
    const spec = ensureObject(job, 'spec');
    if (spec.manualSelector === true) return;
    const { uid = '', name = '' } = job.metadata;
    const labels = ensureObject(ensureObject(ensureObject(spec, 'template'), 'metadata'), 'labels');
    Object.assign(labels, {
      'batch.kubernetes.io/controller-uid': uid,
      'controller-uid': uid,
      'batch.kubernetes.io/job-name': name,
      'job-name': name,
    });
    if (!isJsonObject(spec.selector)) spec.selector = { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } };
    if (!job.metadata.labels) job.metadata.labels = { ...(labels as { [key: string]: string }) };
  },
  validate: validateJob,
  validateUpdate: (object, old) => [...validateJob(object), ...validateSelectorUpdate(object, old)],
};

/** How CronJobs behave. */
export const cronJobStrategy: Strategy = {
  ...withSpecAndStatus,
  validate: validateCronJob,
  validateUpdate: validateCronJob,
};
