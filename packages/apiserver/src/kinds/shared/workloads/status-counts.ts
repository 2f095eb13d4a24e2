import { type FieldError, fieldInvalid } from '@kb/apimachinery';
import { type ApiObject, at, type FrozenObject } from '../../../objects/api-object.ts';

/** How many there are of something, of which a status tells. */
export interface Counts {
  /** Those that may not be negative, in the order in which they are looked at. */
  readonly counted: readonly string[];
  /** Those of which there may not be more than replicas. */
  readonly ofReplicas: readonly string[];
  /** How a message names the replicas that are ready. */
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

/** What is wrong with the status of a ReplicaSet, or a ReplicationController. */
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

/** How often a name was taken is never taken back. */
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
