import {
  equalJson,
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, ensureObject, type FrozenObject, own } from '../../objects/api-object.ts';
import { count, numberAt, selector } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStatus, withSpecAndStatus } from '../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../shared/pods/default-pod-spec.ts';
import { setDefaults, setTextDefaults } from '../shared/set-default.ts';
import { noReplicas } from '../shared/workloads/scale.ts';
import {
  notNegative,
  validateSelectorAndTemplate,
  validateSelectorUpdate,
} from '../shared/workloads/selector-and-template.ts';
import { type Counts, validateCollisions, validateReplicas } from '../shared/workloads/status-counts.ts';
import { containersColumn, imagesColumn } from '../shared/workloads/workload-columns.ts';
import { workloadWarnings } from '../shared/workloads/workload-warnings.ts';

/**
 * Deployment: pods of the latest template, replaced step by step. Its annotations are also part of the desired state.
 */
export const deployment: BuiltInKind = {
  group: 'apps',
  kind: 'Deployment',
  defaults: defaultDeployment,
  strategy: {
    ...withSpecAndStatus,
    generation: (object, old) =>
      !equalJson(object.spec, old.spec) ||
      !equalJson(object.metadata.annotations ?? {}, old.metadata.annotations ?? {}),
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
  },
  columns: columns(
    nameColumn,
    column('Ready', (object) => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`),
    column('Up-to-date', count('status.updatedReplicas')),
    column('Available', count('status.availableReplicas')),
    ageColumn,
    containersColumn,
    imagesColumn,
    column('Selector*', (object) => selector(at(object, 'spec', 'selector'), '')),
  ),
  emptyFields: noReplicas,
};

/** The defaults of a Deployment. */
function defaultDeployment(deployment: ApiObject): void {
  const spec = ensureObject(deployment, 'spec');
  setDefaults(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
  const strategy = ensureObject(spec, 'strategy');
  setTextDefaults(strategy, { type: 'RollingUpdate' });
  if (strategy.type === 'RollingUpdate')
    setDefaults(ensureObject(strategy, 'rollingUpdate'), { maxUnavailable: '25%', maxSurge: '25%' });
  defaultPodTemplate(spec.template);
}

/** Validates a Deployment. */
function validateDeployment(deployment: ApiObject): FieldError[] {
  const spec = deployment.spec ?? {};
  const errors = [
    ...notNegative(spec, ['replicas', 'minReadySeconds', 'revisionHistoryLimit'], 'spec'),
    ...validateSelectorAndTemplate(spec, 'deployment'),
    ...validateDeploymentStrategy(spec.strategy),
  ];
  const [deadline, ready] = [spec.progressDeadlineSeconds, spec.minReadySeconds ?? 0];
  if (typeof deadline === 'number' && typeof ready === 'number' && deadline <= ready) {
    errors.push(fieldInvalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'));
  }
  return errors;
}

function validateDeploymentStrategy(strategy: JsonValue | undefined): FieldError[] {
  if (!isJsonObject(strategy)) return [];
  const path = 'spec.strategy';
  const { type = '', rollingUpdate } = strategy;
  if (type === 'Recreate') {
    return rollingUpdate === undefined
      ? []
      : [fieldForbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")];
  }
  if (type !== 'RollingUpdate') {
    return [fieldNotSupported(path, { Type: type, RollingUpdate: null }, ['Recreate', 'RollingUpdate'])];
  }
  if (isZero(own(rollingUpdate, 'maxUnavailable')) && isZero(own(rollingUpdate, 'maxSurge'))) {
    return [
      fieldInvalid(
        `${path}.rollingUpdate.maxUnavailable`,
        own(rollingUpdate, 'maxUnavailable') ?? 0,
        'may not be 0 when `maxSurge` is 0',
      ),
    ];
  }
  return [];
}

const isZero = (value: JsonValue | undefined): boolean => value === 0 || value === '0%';

const deploymentKind: Counts = {
  counted: [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
    'terminatingReplicas',
    'collisionCount',
  ],
  ofReplicas: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};

/** Validates the status of a Deployment. */
function validateDeploymentStatus(deployment: ApiObject, old: FrozenObject): FieldError[] {
  return [...validateReplicas(deployment, deploymentKind), ...validateCollisions(deployment, old)];
}
