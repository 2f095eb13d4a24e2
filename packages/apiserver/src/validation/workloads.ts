import {
  equalJson,
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
  type JsonValue,
  labelSelectorOf,
  matchesLabels,
  SelectorError,
  stringifyJson,
  validateAnnotations,
  validateLabels,
} from '@kb/apimachinery';
import { type ApiObject, at, type FrozenObject, isJsonObject, objectsIn, own } from '../objects/api-object.ts';
import { scalarText } from '../objects/scalar-text.ts';
import { oneOf, validatePodSpec } from './pod-spec.ts';

/** What is wrong with a Deployment. */
export function validateDeployment(deployment: ApiObject): FieldError[] {
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

/** What is wrong with a ReplicaSet. */
export function validateReplicaSet(replicaSet: ApiObject): FieldError[] {
  const spec = replicaSet.spec ?? {};
  return [
    ...notNegative(spec, ['replicas', 'minReadySeconds'], 'spec'),
    ...validateSelectorAndTemplate(spec, 'deployment'),
  ];
}

/** What is wrong with a StatefulSet. */
export function validateStatefulSet(statefulSet: ApiObject): FieldError[] {
  const spec = statefulSet.spec ?? {};
  return [
    ...notNegative(spec, ['replicas', 'minReadySeconds'], 'spec'),
    ...validateSelectorAndTemplate(spec, 'statefulset'),
    ...validateStatefulSetStrategy(spec.updateStrategy),
  ];
}

/** Most of a StatefulSet stays as it is. */
export function validateStatefulSetUpdate(statefulSet: ApiObject, old: FrozenObject): FieldError[] {
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
  // As Go's internal type is written: in its order.
  return [{ ...error, message: `Invalid value: ${value}: only allowed for updateStrategy 'RollingUpdate'` }];
}

/** What is wrong with a DaemonSet. */
export function validateDaemonSet(daemonSet: ApiObject): FieldError[] {
  const spec = daemonSet.spec ?? {};
  return [
    ...validateSelectorAndTemplate(spec, 'daemonset'),
    ...notNegative(spec, ['minReadySeconds', 'revisionHistoryLimit'], 'spec'),
  ];
}

/** What is wrong with a CronJob. The schedule is only looked at as far as that it is there. */
export function validateCronJob(cronJob: ApiObject): FieldError[] {
  const spec = cronJob.spec ?? {};
  const errors = validateJobSpec(
    isJsonObject(spec.jobTemplate) && isJsonObject(spec.jobTemplate.spec) ? spec.jobTemplate.spec : {},
    'spec.jobTemplate.spec',
  );
  if (!spec.schedule) errors.unshift(fieldRequired('spec.schedule'));
  return errors;
}

/** The most characters of a CronJob's name: its Jobs' names are made of it. */
const MAX_CRON_JOB_NAME = 52;

/** What is wrong with the name of a new CronJob, beyond what every name must be. */
export function validateCronJobName({ metadata: { name = '' } }: ApiObject): FieldError[] {
  if (name.length <= MAX_CRON_JOB_NAME) return [];
  return [fieldInvalid('metadata.name', name, `must be no more than ${MAX_CRON_JOB_NAME} characters`)];
}

/** What is wrong with the spec at a path of a Job, or of the Jobs that a CronJob makes. */
export function validateJobSpec(spec: JsonObject, path: string): FieldError[] {
  const errors = notNegative(
    spec,
    ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'],
    path,
  );
  errors.push(...oneOf(spec.completionMode, ['NonIndexed', 'Indexed'], `${path}.completionMode`));
  if (spec.completionMode === 'Indexed' && spec.completions === undefined)
    errors.push(fieldRequired(`${path}.completions`, 'when completion mode is Indexed'));
  const podSpec = at(spec, 'template', 'spec');
  errors.push(...validateTemplate(spec.template, `${path}.template`));
  const restartPolicy = own(podSpec, 'restartPolicy');
  if (restartPolicy !== 'OnFailure' && restartPolicy !== 'Never') {
    errors.push(fieldRequired(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"'));
  }
  return errors;
}

function validateSelectorAndTemplate(spec: JsonObject, kind: string): FieldError[] {
  const errors: FieldError[] = [];
  const { selector } = spec;
  const labels = at(spec, 'template', 'metadata', 'labels');
  if (!isJsonObject(selector)) {
    if (kind !== 'daemonset') errors.push(fieldRequired('spec.selector'));
  } else if (isEmptySelector(selector)) {
    errors.push(fieldInvalid('spec.selector', {}, `empty selector is invalid for ${kind}`));
  }
  if (!selectorMatches(selector, labels)) {
    errors.push(
      fieldInvalid('spec.template.metadata.labels', labels ?? null, '`selector` does not match template `labels`'),
    );
  }
  const podSpec = at(spec, 'template', 'spec');
  const claims = objectsIn(spec.volumeClaimTemplates).map((claim) => scalarText(own(claim.metadata, 'name')));
  errors.push(...validateTemplate(spec.template, 'spec.template', claims));
  const restartPolicy = own(podSpec, 'restartPolicy');
  if (restartPolicy === 'Never' || restartPolicy === 'OnFailure') {
    errors.push(fieldNotSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  }
  return errors;
}

/** What is wrong with a template of pods. */
function validateTemplate(template: JsonValue | undefined, path: string, claims: readonly string[] = []): FieldError[] {
  const podSpec = own(template, 'spec');
  const texts = (field: string): Record<string, string> =>
    (at(template, 'metadata', field) ?? {}) as Record<string, string>;
  return [
    ...validateLabels(texts('labels'), `${path}.labels`),
    ...validateAnnotations(texts('annotations'), `${path}.annotations`),
    ...validatePodSpec(isJsonObject(podSpec) ? podSpec : {}, `${path}.spec`, claims),
  ];
}

function isEmptySelector(selector: JsonObject): boolean {
  return Object.values(selector).every((part) => part === null || Object.keys(part as object).length === 0);
}

/** Whether a label selector is one, and selects what has some labels. */
export function selectorMatches(selector: JsonValue | undefined, labels: JsonValue | undefined): boolean {
  if (!isJsonObject(selector)) return false;
  try {
    return matchesLabels(labelSelectorOf(selector), isJsonObject(labels) ? (labels as Record<string, string>) : {});
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}

/** Selectors of workloads do not change after creation. */
export function validateSelectorUpdate(object: ApiObject, old: FrozenObject): FieldError[] {
  const selector = own(object.spec, 'selector');
  if (equalJson(selector, own(old.spec, 'selector'))) return [];
  return [fieldInvalid('spec.selector', selector ?? null, 'field is immutable')];
}

/** Numbers that may not be negative. */
function notNegative(spec: JsonObject, fields: readonly string[], path: string): FieldError[] {
  return fields.flatMap((field) => {
    const value = spec[field];
    return typeof value === 'number' && value < 0
      ? [fieldInvalid(`${path}.${field}`, value, 'must be greater than or equal to 0')]
      : [];
  });
}
