import { type FieldError, fieldForbidden, fieldInvalid, fieldNotSupported, type JsonObject } from '@kb/apimachinery';
import { type ApiObject, type FrozenObject, own } from '../../objects/api-object.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';
import { setDefaults } from '../shared/set-default.ts';

/** A priority class that every cluster has. */
interface SystemPriorityClass extends JsonObject {
  readonly metadata: { name: string };
  readonly value: number;
}

/** The priority classes that every cluster has. */
export const systemPriorityClasses: readonly SystemPriorityClass[] = [
  {
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
];

const systemPriorities: ReadonlyMap<string, number> = new Map(
  systemPriorityClasses.map(({ metadata, value }) => [metadata.name, value]),
);

/** The highest value of a class other than the system's. */
const HIGHEST = 1_000_000_000;

const policies = ['PreemptLowerPriority', 'Never'];

/** PriorityClass: a named priority of pods for the scheduler. The system's classes cannot be deleted by name. */
export const priorityClass: BuiltInKind = {
  group: 'scheduling.k8s.io',
  kind: 'PriorityClass',
  defaults: (priorityClass) => {
    setDefaults(priorityClass as JsonObject & ApiObject, { preemptionPolicy: 'PreemptLowerPriority' });
  },
  strategy: {
    ...genericStrategy,
    keeps: (name) => (systemPriorities.has(name) ? 'this is a system priority class and cannot be deleted' : undefined),
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

/** Validates a PriorityClass. */
function validatePriorityClass(priorityClass: ApiObject): FieldError[] {
  const policy = own(priorityClass, 'preemptionPolicy');
  return [
    ...validateValue(priorityClass),
    ...(policy === undefined || policies.some((known) => known === policy)
      ? []
      : [fieldNotSupported('preemptionPolicy', policy, policies)]),
  ];
}

/** Validates a change of a PriorityClass. */
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

/** Why a class with a name like the system's is not one of them. */
function systemProblem(priorityClass: ApiObject, name: string): string | undefined {
  const value = systemPriorities.get(name);
  if (value === undefined) return `${name} is not a known system priority class`;
  if (valueOf(priorityClass) !== value) return `value of ${name} PriorityClass must be ${value}`;
  return own(priorityClass, 'globalDefault') === true
    ? `globalDefault of ${name} PriorityClass must be false`
    : undefined;
}

function valueOf(priorityClass: ApiObject | FrozenObject): unknown {
  return own(priorityClass, 'value') ?? 0;
}
