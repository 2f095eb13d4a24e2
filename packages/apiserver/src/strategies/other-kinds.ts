import {
  equalJson,
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldRequired,
  type JsonObject,
  nameIsPathSegment,
} from '@kb/apimachinery';
import { type ApiObject, at, type FrozenObject, own } from '../resources/api-object.ts';
import {
  validateConfigMap,
  validateConfigMapUpdate,
  validateSecret,
  validateSecretUpdate,
} from '../validation/config.ts';
import { genericStatus, genericStrategy, withSpecAndStatus, withStatusOnly } from './generic.ts';
import type { Strategy } from './strategy.ts';

/** How ConfigMaps behave. */
export const configMapStrategy: Strategy = {
  ...genericStrategy,
  validate: validateConfigMap,
  validateUpdate: (object, old) => [...validateConfigMap(object), ...validateConfigMapUpdate(object, old)],
};

/** How Secrets behave. */
export const secretStrategy: Strategy = {
  ...genericStrategy,
  validate: validateSecret,
  validateUpdate: (object, old) => [...validateSecret(object), ...validateSecretUpdate(object, old)],
};

/** How ServiceAccounts behave. */
export const serviceAccountStrategy: Strategy = { ...genericStrategy, returnsDeletedObject: true };

/** How Nodes behave: a kubelet says its status when it registers. */
export const nodeStrategy: Strategy = {
  ...genericStrategy,
  prepareForUpdate: (node, old) => {
    node.status = old.status as JsonObject;
  },
  resetFields: [['status']],
  status: genericStatus,
};

/** How Events behave, in both groups: anybody's names, no dependents. */
export const eventStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: () => [],
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
  validateUpdate: (object, old) =>
    own(object, 'addressType') === own(old, 'addressType')
      ? []
      : [fieldInvalid('addressType', own(object, 'addressType') ?? null, 'field is immutable')],
};

/** How PersistentVolumeClaims behave. */
export const persistentVolumeClaimStrategy: Strategy = {
  ...withStatusOnly,
  returnsDeletedObject: true,
  prepareForCreate: (claim) => {
    claim.status = { phase: 'Pending' };
  },
  validate: (claim) => {
    const errors: FieldError[] = [];
    const spec = claim.spec ?? {};
    if (!Array.isArray(spec.accessModes) || spec.accessModes.length === 0) {
      errors.push(fieldRequired('spec.accessModes', 'at least 1 access mode is required'));
    }
    if (at(spec, 'resources', 'requests', 'storage') === undefined)
      errors.push(fieldRequired('spec.resources[storage]'));
    return errors;
  },
};

/** How PersistentVolumes behave. */
export const persistentVolumeStrategy: Strategy = {
  ...withStatusOnly,
  prepareForCreate: (volume) => {
    volume.status = { phase: 'Pending' };
  },
  returnsDeletedObject: true,
};

/** How the kinds behave of which a removal answers the object, and that have nothing else special. */
export const returnsDeletedStrategy: Strategy = { ...genericStrategy, returnsDeletedObject: true };

/** How Leases behave. */
export const leaseStrategy: Strategy = { ...genericStrategy, createOnUpdate: true, unconditionalUpdate: false };

/** How PodDisruptionBudgets behave. */
export const podDisruptionBudgetStrategy: Strategy = {
  ...withSpecAndStatus,
  nameCheck: nameIsPathSegment,
  unconditionalUpdate: false,
};

/** How LimitRanges behave. */
export const limitRangeStrategy: Strategy = {
  ...genericStrategy,
  createOnUpdate: true,
  warnings: () => ['the embedded API server stores LimitRanges and does not apply them to Pods'],
};

/** How ResourceQuotas behave. */
export const resourceQuotaStrategy: Strategy = {
  ...withStatusOnly,
  returnsDeletedObject: true,
  warnings: () => ['the embedded API server stores ResourceQuotas and does not enforce them'],
};

/** How webhook configurations behave. */
export const webhookConfigurationStrategy: Strategy = {
  ...genericStrategy,
  unconditionalUpdate: false,
  generation: (object, old) => !equalJson(object.webhooks, old.webhooks),
  warnings: () => ['the embedded API server stores webhook configurations and does not call webhooks yet'],
};

/** How PriorityClasses behave. */
export const priorityClassStrategy: Strategy = {
  ...genericStrategy,
  generation: () => false,
  validateUpdate: (object, old) => {
    const changed = (own(object, 'value') ?? 0) !== (own(old, 'value') ?? 0);
    return changed ? [fieldForbidden('value', 'may not be changed in an update.')] : [];
  },
};
