import { type FieldError, fieldForbidden, fieldInvalid, fieldNotSupported, type JsonObject } from '@kb/apimachinery';
import { type ApiObject, type FrozenObject, own } from '../../objects/api-object.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';
import { setDefaults } from '../shared/set-default.ts';

/** The priority classes that every cluster has, with their values. */
const SYSTEM_PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
]);

/** The highest value of a class that is none of the system. */
const HIGHEST = 1_000_000_000;

const POLICIES = ['PreemptLowerPriority', 'Never'];

/** PriorityClass: how pods rank for the scheduler. The classes of the system cannot be deleted by name. */
export const priorityClass: BuiltInKind = {
  group: 'scheduling.k8s.io',
  kind: 'PriorityClass',
  defaults: (priorityClass) => {
    setDefaults(priorityClass as JsonObject & ApiObject, { preemptionPolicy: 'PreemptLowerPriority' });
  },
  strategy: {
    ...genericStrategy,
    keeps: (name) =>
      SYSTEM_PRIORITIES.has(name) ? 'this is a system priority class and cannot be deleted' : undefined,
    generation: () => false,
    validate: validatePriorityClass,
    validateUpdate: validatePriorityClassUpdate,
  },
  columns: columns(
    nameColumn,
    column('Value:integer', (object) => Number(object.value ?? 0)),
    column('Global-Default:boolean', (object) => object.globalDefault === true),
    ageColumn,
    column('PreemptionPolicy', text('preemptionPolicy')),
  ),
};

/** What is wrong with a PriorityClass. */
function validatePriorityClass(priorityClass: ApiObject): FieldError[] {
  const policy = own(priorityClass, 'preemptionPolicy');
  return [
    ...validateValue(priorityClass),
    ...(policy === undefined || POLICIES.some((known) => known === policy)
      ? []
      : [fieldNotSupported('preemptionPolicy', policy, POLICIES)]),
  ];
}

/** What is wrong with a change of a PriorityClass. */
function validatePriorityClassUpdate(priorityClass: ApiObject, old: FrozenObject): FieldError[] {
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
