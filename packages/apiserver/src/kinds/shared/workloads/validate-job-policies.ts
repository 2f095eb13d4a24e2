import {
  fieldDuplicate,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  fieldTooLong,
  fieldTooMany,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { isQualifiedName, utf8Length } from '@kb/apimachinery/server';
import { at, objectsIn, stringOf } from '../../../objects/api-object.ts';
import { countIndexes } from './job-indexes.ts';
import { notNegative } from './selector-and-template.ts';

const MOST_RULES = 20;
const MOST_PATTERNS = 20;
const MOST_EXIT_CODES = 255;
const MOST_INDEX_TEXT = 64 * 1024;

/** Validates that a list is not too long. */
function atMost(list: readonly unknown[], max: number, path: string): FieldError[] {
  return list.length > max ? [fieldTooMany(path, list.length, max)] : [];
}

/** Validates a value that must be one of a few, and says which if there is none. */
function requiredOf(value: JsonValue | undefined, supported: readonly string[], path: string): FieldError[] {
  const text = stringOf(value);
  if (text === '')
    return [fieldRequired(path, `valid values: [${supported.map((name) => JSON.stringify(name)).join(' ')}]`)];
  return supported.includes(text) ? [] : [fieldNotSupported(path, text, supported)];
}

/** Validates which failures of Pods count, and what they lead to. */
export function validatePodFailurePolicy(spec: JsonObject, path: string): FieldError[] {
  const rules = objectsIn(at(spec, 'podFailurePolicy', 'rules'));
  const podSpec = at(spec, 'template', 'spec');
  const names = new Set(
    ['containers', 'initContainers'].flatMap((list) => objectsIn(at(podSpec, list)).map(({ name }) => stringOf(name))),
  );
  return [
    ...atMost(rules, MOST_RULES, `${path}.rules`),
    ...rules.flatMap((rule, index) => validateFailureRule(spec, rule, `${path}.rules[${index}]`, names)),
  ];
}

function validateFailureRule(
  spec: JsonObject,
  { action, onExitCodes, onPodConditions }: JsonObject,
  path: string,
  containers: ReadonlySet<string>,
): FieldError[] {
  const errors =
    action === 'FailIndex'
      ? spec.backoffLimitPerIndex === undefined
        ? [fieldInvalid(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set')]
        : []
      : requiredOf(action, ['Count', 'FailIndex', 'FailJob', 'Ignore'], `${path}.action`);
  const patterns = objectsIn(onPodConditions);
  if (isJsonObject(onExitCodes)) errors.push(...validateExitCodes(onExitCodes, `${path}.onExitCodes`, containers));
  if (patterns.length > 0) errors.push(...validatePodConditions(patterns, `${path}.onPodConditions`));
  if (isJsonObject(onExitCodes) === patterns.length > 0) {
    const why =
      patterns.length > 0
        ? 'specifying both OnExitCodes and OnPodConditions is not supported'
        : 'specifying one of OnExitCodes and OnPodConditions is required';
    errors.push(fieldInvalid(path, undefined, why));
  }
  return errors;
}

function validatePodConditions(patterns: readonly JsonObject[], path: string): FieldError[] {
  return [
    ...atMost(patterns, MOST_PATTERNS, path),
    ...patterns.flatMap(({ type, status }, index) => [
      ...isQualifiedName(stringOf(type)).map((why) => fieldInvalid(`${path}[${index}].type`, stringOf(type), why)),
      ...requiredOf(status, ['False', 'True', 'Unknown'], `${path}[${index}].status`),
    ]),
  ];
}

function validateExitCodes(
  { operator, containerName, values }: JsonObject,
  path: string,
  containers: ReadonlySet<string>,
): FieldError[] {
  const errors = requiredOf(operator, ['In', 'NotIn'], `${path}.operator`);
  if (typeof containerName === 'string' && !containers.has(containerName)) {
    const why = 'must be one of the container or initContainer names in the pod template';
    errors.push(fieldInvalid(`${path}.containerName`, containerName, why));
  }
  const codes = Array.isArray(values) ? values.map(Number) : [];
  if (codes.length === 0) errors.push(fieldInvalid(`${path}.values`, [], 'at least one value is required'));
  errors.push(...atMost(codes, MOST_EXIT_CODES, `${path}.values`));
  const seen = new Set<number>();
  codes.forEach((code, index) => {
    if (operator === 'In' && code === 0)
      errors.push(fieldInvalid(`${path}.values[${index}]`, code, 'must not be 0 for the In operator'));
    if (seen.has(code)) errors.push(fieldDuplicate(`${path}.values[${index}]`, code));
    seen.add(code);
  });
  if (codes.some((code, index) => code < (codes[index - 1] ?? code)))
    errors.push(fieldInvalid(`${path}.values`, codes, 'must be ordered'));
  return errors;
}

/** Validates which indexes must succeed for an indexed Job to be complete. */
export function validateSuccessPolicy(spec: JsonObject, path: string): FieldError[] {
  const rules = objectsIn(at(spec, 'successPolicy', 'rules'));
  const completions = Number(spec.completions ?? 0);
  const errors: FieldError[] = [];
  if (rules.length === 0) {
    const why = 'at least one rules must be specified when the successPolicy is specified';
    errors.push(fieldRequired(`${path}.rules`, why));
  }
  return [
    ...errors,
    ...atMost(rules, MOST_RULES, `${path}.rules`),
    ...rules.flatMap((rule, index) => validateSuccessRule(rule, `${path}.rules[${index}]`, completions)),
  ];
}

function validateSuccessRule(rule: JsonObject, path: string, completions: number): FieldError[] {
  const { succeededCount: count, succeededIndexes: indexes } = rule;
  const errors: FieldError[] = [];
  if (count === undefined && indexes === undefined)
    errors.push(fieldRequired(path, 'at least one of succeededCount or succeededIndexes must be specified'));
  let known = 0;
  if (typeof indexes === 'string') {
    const at = `${path}.succeededIndexes`;
    if (utf8Length(indexes) > MOST_INDEX_TEXT) errors.push(fieldTooLong(at, MOST_INDEX_TEXT));
    const counted = countIndexes(indexes, completions);
    if (typeof counted === 'number') known = counted;
    else errors.push(fieldInvalid(at, indexes, `error parsing succeededIndexes: ${counted}`));
  }
  if (typeof count !== 'number') return errors;
  const most = (limit: number, what: string): FieldError =>
    fieldInvalid(`${path}.succeededCount`, count, `must be less than or equal to ${limit} (the number of ${what})`);
  errors.push(...notNegative(rule, ['succeededCount'], path));
  if (count > completions) errors.push(most(completions, 'specified completions'));
  if (typeof indexes === 'string' && count > known)
    errors.push(most(known, 'indexes in the specified succeededIndexes field'));
  return errors;
}
