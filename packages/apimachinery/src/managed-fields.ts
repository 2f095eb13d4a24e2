/** Managed fields: field sets, and the merge of server-side apply. */
export { applyManaged, type ApplyManagedRequest, type ApplyManagedResult } from './managed-fields/apply-managed.ts';
export { conflictStatus, describeManager, type ManagedFieldConflict } from './managed-fields/managers/conflicts.ts';
export {
  copyEmptied,
  emptiedFields,
  holdsEmptied,
  noteEmptied,
  withEmptiedOf,
} from './managed-fields/values/emptied-values.ts';
export { extractFields, type ManagedFieldsQuery, managedSetOf } from './managed-fields/field-sets/extract-fields.ts';
export { type FieldFilter, filterFieldSet } from './managed-fields/field-sets/field-filter.ts';
export {
  emptyFieldSet,
  equalFieldSets,
  type FieldSet,
  fieldSetOf,
  hasFieldPath,
  intersectFieldSets,
  isEmptyFieldSet,
  isSubsetOf,
  leavesOfFieldSet,
  pathsOfFieldSet,
  sizeOfFieldSet,
  subtractFieldSets,
  subtractFieldSetsRecursively,
  unionFieldSets,
} from './managed-fields/field-sets/field-set.ts';
export { formatFieldsV1, parseFieldsV1 } from './managed-fields/field-sets/fields-v1.ts';
export { formatGoValue } from './codec/go-values.ts';
export { VersionConversionError } from './managed-fields/versioned-values.ts';
export { keepManagedTimes } from './managed-fields/keep-managed-times.ts';
export { LAST_APPLIED_ANNOTATION } from './managed-fields/last-applied.ts';
export type {
  ManagedEndpoint,
  ManagedRequest,
  VersionConverter,
  VersionedObject,
} from './managed-fields/managed-request.ts';
export type { ManagerIdentity, ManagerOperation } from './managed-fields/managers/managers.ts';
export {
  fieldElement,
  type FieldPath,
  fieldPath,
  formatFieldPath,
  keyElement,
  parsePathElement,
  type PathElement,
  valueElement,
} from './managed-fields/field-sets/path-element.ts';
export { entriesForScale, entriesFromScale, type ReplicasPaths } from './managed-fields/managers/scale-entries.ts';
export { fieldSetOfValue } from './managed-fields/values/to-field-set.ts';
export { ConfigurationError, mergeConfiguration } from './managed-fields/merge-configuration.ts';
export { updateManaged, type UpdateManagedRequest } from './managed-fields/update-managed.ts';
export { type ValueType, valueTypeOf } from './managed-fields/values/value-type.ts';
