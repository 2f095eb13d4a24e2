import { equalJson, type FieldError, fieldForbidden, fieldInvalid, type JsonValue } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import { nameIsDnsLabel } from '@kb/apimachinery/server';
import { type ApiObject, at, ensureObject, type FrozenObject, objectsIn, own } from '../../objects/api-object.ts';
import { numberAt } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStatus, withSpecAndStatus } from '../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../shared/pods/default-pod-spec.ts';
import { isBlank, setDefaults, setTextDefaults } from '../shared/set-default.ts';
import { noReplicas } from '../shared/workloads/scale.ts';
import { notNegative, validateSelectorAndTemplate } from '../shared/workloads/selector-and-template.ts';
import { type Counts, validateCollisions, validateReplicas } from '../shared/workloads/status-counts.ts';
import { containersColumn, imagesColumn } from '../shared/workloads/workload-columns.ts';
import { templateWarnings } from '../shared/workloads/workload-warnings.ts';

/** StatefulSet: pods with names and claims of their own. Most of its spec is immutable. */
export const statefulSet: BuiltInKind = {
  group: 'apps',
  kind: 'StatefulSet',
  defaults: defaultStatefulSet,
  strategy: {
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
  },
  columns: columns(
    nameColumn,
    column('Ready', (object) => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`),
    ageColumn,
    containersColumn,
    imagesColumn,
  ),
  emptyFields: noReplicas,
};

/** The defaults of a StatefulSet. */
function defaultStatefulSet(statefulSet: ApiObject): void {
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

/** Drops the fields of disabled feature gates. */
function dropGated(statefulSet: ApiObject): void {
  const rollingUpdate = at(statefulSet, 'spec', 'updateStrategy', 'rollingUpdate');
  if (isJsonObject(rollingUpdate)) delete rollingUpdate.maxUnavailable;
}

/** Validates a StatefulSet. */
function validateStatefulSet(statefulSet: ApiObject): FieldError[] {
  const spec = statefulSet.spec ?? {};
  return [
    ...notNegative(spec, ['replicas', 'minReadySeconds'], 'spec'),
    ...validateSelectorAndTemplate(spec, 'statefulset'),
    ...validateStatefulSetStrategy(spec.updateStrategy),
  ];
}

/** Most of a StatefulSet is immutable. */
function validateStatefulSetUpdate(statefulSet: ApiObject, old: FrozenObject): FieldError[] {
  const errors = validateStatefulSet(statefulSet);
  if (equalJson(fixedPart(statefulSet.spec), fixedPart(old.spec))) return errors;
  const why =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [...errors, fieldForbidden('spec', why)];
}

function fixedPart(spec: ApiObject['spec'] | FrozenObject['spec']): object {
  const {
    replicas: _replicas,
    ordinals: _ordinals,
    template: _template,
    updateStrategy: _strategy,
    revisionHistoryLimit: _limit,
    persistentVolumeClaimRetentionPolicy: _policy,
    minReadySeconds: _seconds,
    ...fixed
  } = spec ?? {};
  return fixed;
}

function validateStatefulSetStrategy(strategy: JsonValue | undefined): FieldError[] {
  const rollingUpdate = own(strategy, 'rollingUpdate');
  if (own(strategy, 'type') !== 'OnDelete' || !isJsonObject(rollingUpdate)) return [];
  const { partition = 0, maxUnavailable = null } = rollingUpdate;
  const value = `{"Partition":${stringifyJson(partition)},"MaxUnavailable":${stringifyJson(maxUnavailable)}}`;
  const error = fieldInvalid('spec.updateStrategy.rollingUpdate', null, '');
  // In the order of Go's internal type.
  return [{ ...error, message: `Invalid value: ${value}: only allowed for updateStrategy 'RollingUpdate'` }];
}

const statefulSetKind: Counts = {
  counted: [
    'replicas',
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
    'observedGeneration',
    'collisionCount',
  ],
  ofReplicas: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
  ready: 'status.readyReplicas',
};

/** Validates the status of a StatefulSet. */
function validateStatefulSetStatus(statefulSet: ApiObject, old: FrozenObject): FieldError[] {
  return [...validateReplicas(statefulSet, statefulSetKind), ...validateCollisions(statefulSet, old)];
}
