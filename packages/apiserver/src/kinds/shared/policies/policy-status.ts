import {
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  fieldTooLong,
  type JsonObject,
} from '@kb/apimachinery';
import { isQualifiedName, trimSpace, utf8Length } from '@kb/apimachinery/server';
import { type ApiObject, type FrozenObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import type { UpdateStrategy } from '../../../resources/strategy.ts';

/** Updates of the status of a policy: nothing else changes. */
export const policyStatus: UpdateStrategy = {
  prepareForUpdate: (policy: ApiObject, old: FrozenObject) => {
    const { managedFields, resourceVersion } = policy.metadata;
    if (old.spec === undefined) delete policy.spec;
    else policy.spec = old.spec as JsonObject;
    policy.metadata = {
      ...(old.metadata as ApiObject['metadata']),
      ...(managedFields && { managedFields }),
      ...(resourceVersion !== undefined && { resourceVersion }),
    };
    if (!managedFields) delete policy.metadata.managedFields;
  },
  validateUpdate: ({ status }) => [
    ...objectsIn(own(own(status, 'typeChecking'), 'expressionWarnings')).flatMap(validateWarning),
    ...validateConditions(objectsIn(own(status, 'conditions'))),
  ],
  resetFields: [['spec'], ['metadata']],
};

function validateWarning({ warning, fieldRef }: JsonObject, index: number): FieldError[] {
  const path = `status.typeChecking.expressionWarnings[${index}]`;
  return [
    ...(stringOf(warning) === '' ? [fieldRequired(`${path}.warning`)] : []),
    ...(trimSpace(stringOf(fieldRef)) === '' ? [fieldRequired(`${path}.fieldRef`)] : []),
  ];
}

const statuses = ['False', 'True', 'Unknown'];
const REASON = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;
const reasonProblem =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

function validateConditions(conditions: readonly JsonObject[]): FieldError[] {
  const types = new Set<string>();
  return conditions.flatMap((condition, index) => {
    const path = `status.conditions[${index}]`;
    const type = stringOf(condition.type);
    const repeated = types.has(type) ? [fieldDuplicate(`${path}.type`, type)] : [];
    types.add(type);
    return [...repeated, ...validateCondition(condition, path)];
  });
}

function validateCondition(condition: JsonObject, path: string): FieldError[] {
  const [type, reason] = [stringOf(condition.type), stringOf(condition.reason)];
  const generation = Number(condition.observedGeneration ?? 0);
  return [
    ...isQualifiedName(type).map((why) => fieldInvalid(`${path}.type`, type, why)),
    ...(statuses.includes(stringOf(condition.status))
      ? []
      : [fieldNotSupported(`${path}.status`, stringOf(condition.status), statuses)]),
    ...(generation < 0
      ? [fieldInvalid(`${path}.observedGeneration`, generation, 'must be greater than or equal to zero')]
      : []),
    ...(stringOf(condition.lastTransitionTime) === '' ? [fieldRequired(`${path}.lastTransitionTime`)] : []),
    ...(reason === '' ? [fieldRequired(`${path}.reason`)] : []),
    ...(reason === '' || REASON.test(reason) ? [] : [fieldInvalid(`${path}.reason`, reason, reasonProblem)]),
    ...(utf8Length(reason) > MAX_REASON ? [fieldTooLong(`${path}.reason`, MAX_REASON)] : []),
    ...(utf8Length(stringOf(condition.message)) > MAX_MESSAGE ? [fieldTooLong(`${path}.message`, MAX_MESSAGE)] : []),
  ];
}
