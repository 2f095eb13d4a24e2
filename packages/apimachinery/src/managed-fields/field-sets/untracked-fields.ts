import { type FieldSet, fieldSetOf, subtractFieldSets } from './field-set.ts';
import { fieldPath } from './path-element.ts';

/** Removes the fields that the server sets and no manager owns: names, kind, versions and so on. */
export function withoutUntrackedFields(set: FieldSet): FieldSet {
  return subtractFieldSets(set, UNTRACKED);
}

const UNTRACKED: FieldSet = fieldSetOf(
  fieldPath('apiVersion'),
  fieldPath('kind'),
  fieldPath('metadata'),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => fieldPath('metadata', name)),
);
