import { equalJson, type FieldError } from '@kb/apimachinery';
import { type ApiObject, at, ensureObject, type FrozenObject, own } from '../../objects/api-object.ts';
import { count, labels } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStatus, withSpecAndStatus } from '../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../shared/pods/default-pod-spec.ts';
import { podWarnings } from '../shared/pods/pod-warnings.ts';
import { setDefaults, setTextDefaults } from '../shared/set-default.ts';
import {
  notNegative,
  validateSelectorAndTemplate,
  validateSelectorUpdate,
} from '../shared/workloads/selector-and-template.ts';
import { negativeCounts, validateCollisions } from '../shared/workloads/status-counts.ts';
import { containersColumn, imagesColumn, selectorColumn } from '../shared/workloads/workload-columns.ts';

/** The annotation that counts the changes of the template. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** DaemonSet: a pod on every node. An annotation counts the changes of its template. */
export const daemonSet: BuiltInKind = {
  group: 'apps',
  kind: 'DaemonSet',
  defaults: defaultDaemonSet,
  strategy: {
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
  },
  columns: columns(
    nameColumn,
    column('Desired:integer', count('status.desiredNumberScheduled')),
    column('Current:integer', count('status.currentNumberScheduled')),
    column('Ready:integer', count('status.numberReady')),
    column('Up-to-date:integer', count('status.updatedNumberScheduled')),
    column('Available:integer', count('status.numberAvailable')),
    column('Node Selector', (object) => labels(at(object, 'spec', 'template', 'spec', 'nodeSelector'))),
    ageColumn,
    containersColumn,
    imagesColumn,
    selectorColumn,
  ),
  metadataAlone: withoutCount,
};

function withoutCount(metadata: FrozenObject['metadata']): FrozenObject['metadata'] {
  const { [TEMPLATE_GENERATION]: _, ...annotations } = metadata.annotations ?? {};
  const { annotations: __, ...others } = metadata;
  return Object.keys(annotations).length > 0 ? { ...metadata, annotations } : others;
}

/** The defaults of a DaemonSet. */
function defaultDaemonSet(daemonSet: ApiObject): void {
  // A field of the internal type, which clients see as an annotation.
  daemonSet.metadata.annotations = {
    [TEMPLATE_GENERATION]: '0',
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

/** Validates a DaemonSet. */
function validateDaemonSet(daemonSet: ApiObject): FieldError[] {
  const spec = daemonSet.spec ?? {};
  return [
    ...validateSelectorAndTemplate(spec, 'daemonset'),
    ...notNegative(spec, ['minReadySeconds', 'revisionHistoryLimit'], 'spec'),
  ];
}

const daemonSetKind = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
];

/** Validates the status of a DaemonSet. */
function validateDaemonSetStatus(daemonSet: ApiObject, old: FrozenObject): FieldError[] {
  return [...negativeCounts(daemonSet, daemonSetKind), ...validateCollisions(daemonSet, old)];
}

const hasSameTemplate = (object: ApiObject, old: FrozenObject): boolean =>
  equalJson(own(object.spec, 'template'), own(old.spec, 'template'));

/** The annotation is a field of the spec in kube-apiserver's own type. */
function templateGeneration({ metadata }: ApiObject | FrozenObject): number {
  return Number(metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
}

function setTemplateGeneration({ metadata }: ApiObject, count: number): void {
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(count) };
}
