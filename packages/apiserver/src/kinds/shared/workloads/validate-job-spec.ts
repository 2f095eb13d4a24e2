import {
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  fieldTooLong,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { domainPrefixedPathProblems, utf8Length } from '@kb/apimachinery/server';
import { at, stringOf } from '../../../objects/api-object.ts';
import { oneOf } from '../one-of.ts';
import { notNegative, validateTemplate } from './selector-and-template.ts';
import { validatePodFailurePolicy, validateSuccessPolicy } from './validate-job-policies.ts';

const MOST_PARALLEL = 100_000;
const MOST_FAILED_INDEXES = 100_000;
/** Above this many completions, an indexed Job that counts failures by index has lower limits. */
const MANY_COMPLETIONS = 100_000;
const MOST_WITH_MANY_COMPLETIONS = 10_000;
const LONGEST_MANAGER = 63;

/** Validates the spec at a path of a Job, or of the Jobs that a CronJob makes. */
export function validateJobSpec(spec: JsonObject, path: string): FieldError[] {
  return [
    ...validateNumbers(spec, path),
    ...validateManager(spec.managedBy, `${path}.managedBy`),
    ...validateCompletionMode(spec, path),
    ...validatePolicies(spec, path),
    ...validateTemplate(spec.template, `${path}.template`),
    ...validateRestartPolicy(spec, `${path}.template.spec.restartPolicy`),
  ];
}

function validateNumbers(spec: JsonObject, path: string): FieldError[] {
  const fields = [
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
    'backoffLimitPerIndex',
    'maxFailedIndexes',
  ];
  const errors = notNegative(spec, fields, path);
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined)
    errors.push(fieldRequired(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
  return errors;
}

function validateManager(manager: JsonValue | undefined, path: string): FieldError[] {
  if (typeof manager !== 'string') return [];
  if (manager === '') return [fieldRequired(path)];
  const errors = domainPrefixedPathProblems(manager).map(({ part, why }) => fieldInvalid(path, part, why));
  if (utf8Length(manager) > LONGEST_MANAGER) errors.push(fieldTooLong(path, LONGEST_MANAGER));
  return errors;
}

function validateCompletionMode(spec: JsonObject, path: string): FieldError[] {
  const { completionMode: mode, backoffLimitPerIndex, maxFailedIndexes } = spec;
  if (mode === 'Indexed') return validateIndexed(spec, path);
  const errors = oneOf(mode, ['NonIndexed', 'Indexed'], `${path}.completionMode`);
  if (mode !== 'NonIndexed' && mode !== undefined) return errors;
  const why = 'requires indexed completion mode';
  if (backoffLimitPerIndex !== undefined)
    errors.push(fieldInvalid(`${path}.backoffLimitPerIndex`, backoffLimitPerIndex, why));
  if (maxFailedIndexes !== undefined) errors.push(fieldInvalid(`${path}.maxFailedIndexes`, maxFailedIndexes, why));
  return errors;
}

function validateIndexed(spec: JsonObject, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { completions, backoffLimitPerIndex } = spec;
  const most = (field: 'parallelism' | 'maxFailedIndexes', limit: number, rest = ''): void => {
    const value = spec[field];
    if (typeof value === 'number' && value > limit)
      errors.push(fieldInvalid(`${path}.${field}`, value, `must be less than or equal to ${limit}${rest}`));
  };
  if (completions === undefined) errors.push(fieldRequired(`${path}.completions`, 'when completion mode is Indexed'));
  most('parallelism', MOST_PARALLEL, ' when completion mode is Indexed');
  const { maxFailedIndexes } = spec;
  if (typeof completions === 'number' && typeof maxFailedIndexes === 'number' && maxFailedIndexes > completions) {
    const why = 'must be less than or equal to completions';
    errors.push(fieldInvalid(`${path}.maxFailedIndexes`, maxFailedIndexes, why));
  }
  most('maxFailedIndexes', MOST_FAILED_INDEXES);
  if (Number(completions ?? 0) <= MANY_COMPLETIONS || backoffLimitPerIndex === undefined) return errors;
  if (maxFailedIndexes === undefined) {
    const why = `must be specified when completions is above ${MANY_COMPLETIONS}`;
    errors.push(fieldRequired(`${path}.maxFailedIndexes`, why));
  }
  const rest = ` when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  most('parallelism', MOST_WITH_MANY_COMPLETIONS, rest);
  most('maxFailedIndexes', MOST_WITH_MANY_COMPLETIONS, rest);
  return errors;
}

function validatePolicies(spec: JsonObject, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { podFailurePolicy, successPolicy, podReplacementPolicy } = spec;
  if (podFailurePolicy !== undefined) errors.push(...validatePodFailurePolicy(spec, `${path}.podFailurePolicy`));
  if (successPolicy !== undefined) {
    if (spec.completionMode === 'Indexed') errors.push(...validateSuccessPolicy(spec, `${path}.successPolicy`));
    else errors.push(fieldInvalid(`${path}.successPolicy`, successPolicy, 'requires indexed completion mode'));
  }
  const replacements = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  errors.push(...oneOf(podReplacementPolicy, replacements, `${path}.podReplacementPolicy`));
  return errors;
}

function validateRestartPolicy(spec: JsonObject, path: string): FieldError[] {
  const policy = stringOf(at(spec, 'template', 'spec', 'restartPolicy'));
  if (policy === '' || policy === 'Always') return [fieldRequired(path, 'valid values: "OnFailure", "Never"')];
  if (policy !== 'OnFailure' && policy !== 'Never') return [fieldNotSupported(path, policy, ['OnFailure', 'Never'])];
  if (spec.podFailurePolicy === undefined || policy === 'Never') return [];
  return [fieldInvalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}
