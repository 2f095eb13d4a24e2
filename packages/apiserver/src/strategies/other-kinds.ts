import {
  equalJson,
  fieldInvalid,
  fieldRequired,
  type JsonObject,
  type JsonValue,
  nameIsPathSegment,
} from '@kb/apimachinery';
import { type ApiObject, type FrozenObject, isJsonObject, objectsIn } from '../objects/api-object.ts';
import {
  validateConfigMap,
  validateConfigMapUpdate,
  validateSecret,
  validateSecretUpdate,
} from '../validation/config.ts';
import { validateEndpointSlice, validateEndpointSliceUpdate } from '../validation/endpoint-slice.ts';
import { podWarnings } from '../validation/pod-warnings.ts';
import { SYSTEM_PRIORITIES, validatePriorityClass, validatePriorityClassUpdate } from '../validation/priority-class.ts';
import { genericStatus, genericStrategy, withSpecAndStatus, withStatusOnly } from './generic.ts';
import type { Strategy } from '../resources/strategy.ts';

/** How ConfigMaps behave. */
export const configMapStrategy: Strategy = {
  ...genericStrategy,
  isStoredOtherwise: ({ binaryData }) => hasNoBytes(binaryData),
  validate: validateConfigMap,
  validateUpdate: (object, old, sent) => [...validateConfigMapUpdate(object, old, sent), ...validateConfigMap(object)],
};

/** How Secrets behave. */
export const secretStrategy: Strategy = {
  ...genericStrategy,
  isStoredOtherwise: ({ data }) => hasNoBytes(data),
  validate: validateSecret,
  validateUpdate: (object, old, sent) => [...validateSecretUpdate(object, old, sent), ...validateSecret(object)],
};

/** Bytes of a map that are null are read as empty ones, and written as such then. */
function hasNoBytes(map: unknown): boolean {
  return isJsonObject(map) && Object.values(map).includes(null);
}

/** How ServiceAccounts behave. */
export const serviceAccountStrategy: Strategy = {
  ...genericStrategy,
  returnsDeletedObject: true,
  prepareForCreate: nameSecretsOnly,
  prepareForUpdate: nameSecretsOnly,
};

/** Of the secrets of a ServiceAccount nothing is kept but their names. */
function nameSecretsOnly(account: ApiObject): void {
  if (!Array.isArray(account.secrets)) return;
  account.secrets = objectsIn(account.secrets).map(({ name = '' }) => (name === '' ? {} : { name }));
}

/** How Nodes behave: a kubelet says its status when it registers. */
export const nodeStrategy: Strategy = {
  ...genericStrategy,
  prepareForUpdate: (node, old) => {
    node.status = old.status as JsonObject;
  },
  resetFields: [['status']],
  status: genericStatus,
};

/** How Events behave, in both groups: nearly anybody's names, no dependents. */
export const eventStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsPathSegment,
  anyFinalizer: true,
  createOnUpdate: true,
  defaultPropagation: 'none',
};

/** How Endpoints behave. */
export const endpointsStrategy: Strategy = { ...genericStrategy, createOnUpdate: true };

/** How EndpointSlices behave: everything but annotations counts as desired state. */
export const endpointSliceStrategy: Strategy = {
  ...genericStrategy,
  generation: (object, old) => {
    const content = ({ metadata, ...rest }: FrozenObject | ApiObject): unknown => ({
      ...rest,
      labels: metadata.labels ?? {},
    });
    return !equalJson(content(object), content(old));
  },
  validate: validateEndpointSlice,
  validateUpdate: validateEndpointSliceUpdate,
};

/** How PodTemplates behave. */
export const podTemplateStrategy: Strategy = {
  ...genericStrategy,
  returnsDeletedObject: true,
  generation: (object, old) => !equalJson(object.template, old.template),
  warnings: (object, old) =>
    old && old.metadata.generation === object.metadata.generation ? [] : podWarnings(object.template, 'template'),
};

/** How ControllerRevisions behave: what they keep stays as it is. */
export const controllerRevisionStrategy: Strategy = {
  ...genericStrategy,
  validate: (revision) =>
    revision.data === undefined || revision.data === null ? [fieldRequired('data', 'data is mandatory')] : [],
  validateUpdate: (revision, old) =>
    equalJson(revision.data, old.data)
      ? []
      : [fieldInvalid('data', goRawExtension(revision.data), 'field is immutable')],
};

/** How Go prints a part of an object that it does not know. */
function goRawExtension(data: unknown): JsonValue {
  return isJsonObject(data) ? data : null;
}

/** How Leases behave. */
export const leaseStrategy: Strategy = {
  ...genericStrategy,
  anyFinalizer: true,
  createOnUpdate: true,
  unconditionalUpdate: false,
};

/** How PodDisruptionBudgets behave. */
export const podDisruptionBudgetStrategy: Strategy = {
  ...withSpecAndStatus,
  nameCheck: nameIsPathSegment,
  anyFinalizer: true,
  unconditionalUpdate: false,
};

/** How LimitRanges behave: they need no name. */
export const limitRangeStrategy: Strategy = {
  ...genericStrategy,
  createOnUpdate: true,
  prepareForCreate: ({ metadata }, { newUid }) => {
    metadata.name ||= newUid();
  },
  warnings: ({ spec }) =>
    objectsIn(spec?.limits).length > 0
      ? ['the embedded API server stores LimitRanges and does not apply them to Pods']
      : [],
};

/** How ResourceQuotas behave. */
export const resourceQuotaStrategy: Strategy = {
  ...withStatusOnly,
  returnsDeletedObject: true,
  warnings: ({ spec }) =>
    isJsonObject(spec?.hard) ? ['the embedded API server stores ResourceQuotas and does not enforce them'] : [],
};

/** How webhook configurations behave. */
export const webhookConfigurationStrategy: Strategy = {
  ...genericStrategy,
  anyFinalizer: true,
  unconditionalUpdate: false,
  generation: (object, old) => !equalJson(object.webhooks, old.webhooks),
  warnings: ({ webhooks }) =>
    objectsIn(webhooks).length > 0
      ? ['the embedded API server stores webhook configurations and does not call webhooks yet']
      : [],
};

/** How PriorityClasses behave: those of the system stay. */
export const priorityClassStrategy: Strategy = {
  ...genericStrategy,
  keeps: (name) => (SYSTEM_PRIORITIES.has(name) ? 'this is a system priority class and cannot be deleted' : undefined),
  generation: () => false,
  validate: validatePriorityClass,
  validateUpdate: validatePriorityClassUpdate,
};
