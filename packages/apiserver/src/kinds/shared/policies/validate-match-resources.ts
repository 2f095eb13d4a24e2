import {
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { nameIsPathSegment } from '@kb/apimachinery/server';
import { objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { validateAdmissionRule } from '../validate-admission-rule.ts';
import { validateLabelSelector } from '../validate-label-selector.ts';

const matchPolicies = ['Equivalent', 'Exact'];
/** A mutating policy cannot be for deletions. */
const mutatingOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** Validates the constraints of a policy, or those that its binding adds. Absent: they are valid. */
export function validateMatchResources(resources: unknown, path: string): FieldError[] {
  if (!isJsonObject(resources)) return [];
  const matchPolicy = own(resources, 'matchPolicy');
  return [
    ...(matchPolicies.includes(stringOf(matchPolicy))
      ? []
      : [fieldNotSupported(`${path}.matchPolicy`, matchPolicy ?? null, matchPolicies)]),
    ...validateSelector(resources, 'namespaceSelector', path),
    ...validateSelector(resources, 'objectSelector', path),
    ...validateRules(resources, 'resourceRules', path),
    ...validateRules(resources, 'excludeResourceRules', path),
  ];
}

/** The errors of rules for operations that mutating policies cannot be for. */
export function refuseDeletions(resources: unknown, path: string): FieldError[] {
  return objectsIn(own(resources, 'resourceRules')).flatMap(({ operations }) =>
    (Array.isArray(operations) ? operations.map(stringOf) : [])
      .filter((operation) => !mutatingOperations.includes(operation))
      .map((operation) => fieldNotSupported(`${path}.resourceRules.operations`, operation, mutatingOperations)),
  );
}

function validateSelector(resources: JsonObject, field: string, path: string): FieldError[] {
  const selector = own(resources, field);
  return isJsonObject(selector)
    ? validateLabelSelector(selector, `${path}.${field}`)
    : [fieldRequired(`${path}.${field}`)];
}

function validateRules(resources: JsonObject, field: string, path: string): FieldError[] {
  return objectsIn(own(resources, field)).flatMap((rule, index) => {
    const at = `${path}.${field}[${index}]`;
    return [...validateNames(own(rule, 'resourceNames'), `${at}.resourceNames`), ...validateAdmissionRule(rule, at)];
  });
}

function validateNames(names: unknown, path: string): FieldError[] {
  const seen = new Set<string>();
  return (Array.isArray(names) ? names.map(stringOf) : []).flatMap((name, index) => {
    const at = `${path}[${index}]`;
    const problems = nameIsPathSegment(name, false).map((why) => fieldInvalid(at, name, why));
    if (seen.has(name)) problems.push(fieldDuplicate(at, name));
    seen.add(name);
    return problems;
  });
}
