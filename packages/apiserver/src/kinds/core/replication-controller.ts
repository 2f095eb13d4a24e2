import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, ensureObject, own, stringsOf } from '../../objects/api-object.ts';
import { plainSelector } from '../../tables/cells.ts';
import { column, columns } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStatus, withSpecAndStatus } from '../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../shared/pods/default-pod-spec.ts';
import { isUnset, setDefaults } from '../shared/set-default.ts';
import { formatPlainLabels, noReplicas } from '../shared/workloads/scale.ts';
import { validateReplicaSetStatus } from '../shared/workloads/status-counts.ts';
import { replicaColumns } from '../shared/workloads/workload-columns.ts';
import { workloadWarnings } from '../shared/workloads/workload-warnings.ts';

/** ReplicationController: keeps a number of pods, which are orphaned by default when it is deleted. */
export const replicationController: BuiltInKind = {
  group: '',
  kind: 'ReplicationController',
  registryName: 'controllers',
  defaults: defaultReplicationController,
  strategy: {
    ...withSpecAndStatus,
    defaultPropagation: 'Orphan',
    status: { ...genericStatus, validateUpdate: validateReplicaSetStatus },
    warnings: workloadWarnings('spec', 'template'),
  },
  columns: columns(
    ...replicaColumns(),
    column('Selector*', (object) => plainSelector(at(object, 'spec', 'selector'))),
  ),
  // Its selector is a plain map of labels.
  scaleSelector: formatPlainLabels,
  emptyFields: noReplicas,
};

/** The defaults of a ReplicationController: its selector and labels come from its template. */
function defaultReplicationController(controller: ApiObject): void {
  const spec = ensureObject(controller, 'spec');
  setDefaults(spec, { replicas: 1 });
  const labels = own(own(spec.template, 'metadata'), 'labels');
  if (isJsonObject(labels)) {
    if (isUnset(spec.selector)) spec.selector = { ...labels };
    controller.metadata.labels ??= stringsOf(labels);
  }
  defaultPodTemplate(spec.template);
}
