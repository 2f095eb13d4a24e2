import { type FieldError, fieldForbidden, fieldInvalid, fieldNotSupported } from '@kb/apimachinery';
import { type ApiObject, type FrozenObject, own } from '../objects/api-object.ts';

/** The priority classes that every cluster has, with their values. */
export const SYSTEM_PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
]);

/** The highest value of a class that is none of the system. */
const HIGHEST = 1_000_000_000;
const POLICIES = ['PreemptLowerPriority', 'Never'];

/** What is wrong with a PriorityClass. */
export function validatePriorityClass(priorityClass: ApiObject): FieldError[] {
  const policy = own(priorityClass, 'preemptionPolicy');
  return [
    ...validateValue(priorityClass),
    ...(policy === undefined || POLICIES.some((known) => known === policy)
      ? []
      : [fieldNotSupported('preemptionPolicy', policy, POLICIES)]),
  ];
}

/** What is wrong with a change of a PriorityClass. */
export function validatePriorityClassUpdate(priorityClass: ApiObject, old: FrozenObject): FieldError[] {
  const policy = own(priorityClass, 'preemptionPolicy') ?? null;
  return [
    ...(valueOf(priorityClass) === valueOf(old) ? [] : [fieldForbidden('value', 'may not be changed in an update.')]),
    ...(policy === (own(old, 'preemptionPolicy') ?? null)
      ? []
      : [fieldInvalid('preemptionPolicy', policy, 'field is immutable')]),
  ];
}

function validateValue(priorityClass: ApiObject): FieldError[] {
  const { name = '' } = priorityClass.metadata;
  if (!name.startsWith('system-')) {
    const why = `maximum allowed value of a user defined priority is ${HIGHEST}`;
    return Number(valueOf(priorityClass)) > HIGHEST ? [fieldForbidden('value', why)] : [];
  }
  const problem = systemProblem(priorityClass, name);
  if (problem === undefined) return [];
  const why = `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`;
  return [fieldForbidden('metadata.name', why)];
}

/** Why a class is none of the system, though it is named like one. */
function systemProblem(priorityClass: ApiObject, name: string): string | undefined {
  const value = SYSTEM_PRIORITIES.get(name);
  if (value === undefined) return `${name} is not a known system priority class`;
  if (valueOf(priorityClass) !== value) return `value of ${name} PriorityClass must be ${value}`;
  return own(priorityClass, 'globalDefault') === true
    ? `globalDefault of ${name} PriorityClass must be false`
    : undefined;
}

function valueOf(priorityClass: ApiObject | FrozenObject): unknown {
  return own(priorityClass, 'value') ?? 0;
}
