import type { FieldError } from '@kb/apimachinery';
import { type ApiObject, ensureObject } from '../../objects/api-object.ts';
import { columns } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStatus, withSpecAndStatus } from '../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../shared/pods/default-pod-spec.ts';
import { setDefaults } from '../shared/set-default.ts';
import { noReplicas } from '../shared/workloads/scale.ts';
import {
  notNegative,
  validateSelectorAndTemplate,
  validateSelectorUpdate,
} from '../shared/workloads/selector-and-template.ts';
import { validateReplicaSetStatus } from '../shared/workloads/status-counts.ts';
import { replicaColumns, selectorColumn } from '../shared/workloads/workload-columns.ts';
import { workloadWarnings } from '../shared/workloads/workload-warnings.ts';

/** ReplicaSet: keeps a number of pods. */
export const replicaSet: BuiltInKind = {
  group: 'apps',
  kind: 'ReplicaSet',
  defaults: (replicaSet) => {
    const spec = ensureObject(replicaSet, 'spec');
    setDefaults(spec, { replicas: 1 });
    defaultPodTemplate(spec.template);
  },
  strategy: {
    ...withSpecAndStatus,
    prepareForCreate: (object) => {
      object.status = { replicas: 0 };
    },
    status: { ...genericStatus, validateUpdate: validateReplicaSetStatus },
    validate: validateReplicaSet,
    validateUpdate: (object, old) => [...validateReplicaSet(object), ...validateSelectorUpdate(object, old)],
    warnings: workloadWarnings('spec', 'template'),
  },
  columns: columns(...replicaColumns(), selectorColumn),
  emptyFields: noReplicas,
};

/** Validates a ReplicaSet. */
function validateReplicaSet(replicaSet: ApiObject): FieldError[] {
  const spec = replicaSet.spec ?? {};
  return [
    ...notNegative(spec, ['replicas', 'minReadySeconds'], 'spec'),
    ...validateSelectorAndTemplate(spec, 'deployment'),
  ];
}
