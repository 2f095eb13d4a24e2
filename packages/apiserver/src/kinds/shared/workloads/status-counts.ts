import { type FieldError, fieldInvalid } from '@kb/apimachinery';
import { type ApiObject, at, type FrozenObject } from '../../../objects/api-object.ts';

/** The counts in a status. */
export interface Counts {
  /** Those that must not be negative, in the order of the checks. */
  readonly counted: readonly string[];
  /** Those that must not exceed the replicas. */
  readonly ofReplicas: readonly string[];
  /** The name of the ready replicas in messages. */
  readonly ready: string;
}

const replicaSetCounts: Counts = {
  counted: [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'observedGeneration',
    'terminatingReplicas',
  ],
  ofReplicas: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};

/** Validates the status of a ReplicaSet, or a ReplicationController. */
export function validateReplicaSetStatus(replicaSet: ApiObject): FieldError[] {
  return validateReplicas(replicaSet, replicaSetCounts);
}

/** Validates the counts of a status: none is negative, and there are no more ready or available pods than replicas. */
export function validateReplicas(object: ApiObject, { counted, ofReplicas, ready }: Counts): FieldError[] {
  const errors = negativeCounts(object, counted);
  const replicas = countOf(object, 'replicas');
  for (const field of ofReplicas) {
    const count = countOf(object, field);
    if (count > replicas) errors.push(fieldInvalid(`status.${field}`, count, 'cannot be greater than status.replicas'));
  }
  const available = countOf(object, 'availableReplicas');
  if (available > countOf(object, 'readyReplicas'))
    errors.push(fieldInvalid('status.availableReplicas', available, `cannot be greater than ${ready}`));
  return errors;
}

/** Validates that no count of a status is negative. */
export function negativeCounts(object: ApiObject, fields: readonly string[]): FieldError[] {
  return fields.flatMap((field) => {
    const count = countOf(object, field);
    return count < 0 ? [fieldInvalid(`status.${field}`, count, 'must be greater than or equal to 0')] : [];
  });
}

/** Validates that the collision count does not decrease. */
export function validateCollisions(object: ApiObject, old: FrozenObject): FieldError[] {
  const [count, before] = [countOf(object, 'collisionCount'), countOf(old, 'collisionCount')];
  return count < before || (at(object, 'status', 'collisionCount') === undefined && before > 0)
    ? [fieldInvalid('status.collisionCount', count, 'cannot be decremented')]
    : [];
}

function countOf(object: ApiObject | FrozenObject, field: string): number {
  const count = at(object, 'status', field);
  return typeof count === 'number' ? count : 0;
}
