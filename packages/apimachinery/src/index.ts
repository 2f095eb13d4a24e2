export type { ApplyInput, ApplyMetadata, DeepPartial } from './apply-input.ts';
export type { Cancel, Clock, Random } from './clock/clock.ts';
export { monotonicNow } from './clock/monotonic-now.ts';
export { concatBytes } from './codec/concat-bytes.ts';
export { formatFieldValue, formatFloat, formatNumber, quoteString } from './codec/go-format.ts';
export {
  JsonSyntaxError,
  KEPT_JSON_DEPTH,
  MAX_JSON_DEPTH,
  parseJson,
  type ParseJsonOptions,
} from './codec/parse-json.ts';
export { createSharedJsonReader, type SharedJsonReader } from './codec/shared-json.ts';
export { compareUtf8, stringifyJson, type StringifyJsonOptions } from './codec/stringify-json.ts';
export type { JsonPath, Locate, ParsedDocument } from './documents/parsed-document.ts';
export {
  type DocumentMistake,
  mistakeIn,
  placeIn,
  placeOf,
  type ReadDocument,
  readDocuments,
} from './documents/read-documents.ts';
export { hasTemplate, templateHint } from './documents/template-lines.ts';
export type { LineAndColumn } from './documents/text-lines.ts';
export { type DocumentProblem, quoteShort } from './documents/text-problem.ts';
export type { ApimachineryErrorCode } from './error-codes.ts';
export * from './field-error.ts';
export type { DeepReadonly, JsonObject, JsonPrimitive, JsonValue } from './json.ts';
export { equalJson } from './json/equal-json.ts';
export { hashJson } from './json/hash-json.ts';
export { getOwn, isJsonObject, setOwn } from './codec/own-property.ts';
export { sha256, toHex } from './json/sha256.ts';
export type { PathStep, Slice as PathSlice } from './json-path/parse-path.ts';
export { readJsonPath } from './json-path/read-json-path.ts';
export { applyManaged, type ApplyManagedRequest, type ApplyManagedResult } from './managed-fields/apply-managed.ts';
export { conflictStatus, describeManager, type ManagedFieldConflict } from './managed-fields/conflicts.ts';
export { emptiedFields, noteEmptied, withEmptiedOf } from './managed-fields/emptied-values.ts';
export { extractFields, type ManagedFieldsQuery, managedSetOf } from './managed-fields/extract-fields.ts';
export { type FieldFilter, filterFieldSet } from './managed-fields/field-filter.ts';
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
} from './managed-fields/field-set.ts';
export { formatFieldsV1, parseFieldsV1 } from './managed-fields/fields-v1.ts';
export { formatGoValue } from './managed-fields/go-values.ts';
export { VersionConversionError } from './managed-fields/versioned-values.ts';
export { keepManagedTimes } from './managed-fields/keep-managed-times.ts';
export { LAST_APPLIED_ANNOTATION } from './managed-fields/last-applied.ts';
export type {
  ManagedEndpoint,
  ManagedRequest,
  VersionConverter,
  VersionedObject,
} from './managed-fields/managed-request.ts';
export type { ManagerIdentity, ManagerOperation } from './managed-fields/managers.ts';
export {
  fieldElement,
  type FieldPath,
  fieldPath,
  formatFieldPath,
  keyElement,
  parsePathElement,
  type PathElement,
  valueElement,
} from './managed-fields/path-element.ts';
export { entriesForScale, entriesFromScale, type ReplicasPaths } from './managed-fields/scale-entries.ts';
export { fieldSetOfValue } from './managed-fields/to-field-set.ts';
export { updateManaged, type UpdateManagedRequest } from './managed-fields/update-managed.ts';
export { type ValueType, valueTypeOf } from './managed-fields/value-type.ts';
export {
  coerceObjectMeta,
  type CoercedObjectMeta,
  type CoerceObjectMetaOptions,
} from './metadata/coerce-object-meta.ts';
export {
  type AnyCondition,
  type ConditionInput,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from './metadata/conditions.ts';
export {
  AlreadyOwnedError,
  controllerOf,
  isControlledBy,
  type Owned,
  type OwnerKind,
  ownerReferenceTo,
  type OwnerReferenceOptions,
  ownershipProblem,
  withOwnerReference,
} from './metadata/owner-references.ts';
export {
  TOTAL_ANNOTATION_SIZE_LIMIT,
  validateAnnotations,
  validateFinalizers,
  validateFieldManager,
  validateLabels,
  validateObjectMeta,
  type ValidateObjectMetaOptions,
  validateObjectMetaUpdate,
} from './metadata/validate-object-meta.ts';
export { compareVersions } from './names/compare-versions.ts';
export * from './names/dns-names.ts';
export { isLabelValue, isQualifiedName, LABEL_MAX_LENGTH } from './names/label-names.ts';
export {
  type NameCheck,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  nameIsPathSegment,
} from './names/object-names.ts';
export * from './names/other-names.ts';
export { utf8Length } from './names/utf8-length.ts';
export {
  type ClusterObjectKey,
  formatObjectKey,
  type InferredFrom,
  InvalidObjectKeyError,
  keyOf,
  type NamedObject,
  type NamespaceNotAllowed,
  type ObjectInScope,
  type ObjectKey,
  type ObjectKeyFor,
  type ObjectKeyLike,
  parseObjectKey,
} from './object-key.ts';
export type {
  Condition,
  FieldsV1,
  KubernetesList,
  KubernetesObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectInput,
  ObjectMeta,
  ObjectMetaInput,
  OwnerReference,
} from './object.ts';
export { mergedPatch } from './patch/merged-patch.ts';
export { createJsonPatch, type CreatedJsonPatchOperation } from './patch/create-json-patch.ts';
export { applyJsonPatch, JsonPatchError, type JsonPatchOperation } from './patch/json-patch.ts';
export { formatJsonPointer, parseJsonPointer } from './patch/json-pointer.ts';
export { applyMergePatch, createMergePatch } from './patch/merge-patch.ts';
export {
  JsonPatchDecodeError,
  MAX_JSON_PATCH_OPERATIONS,
  type ReadJsonPatch,
  readJsonPatch,
} from './patch/read-json-patch.ts';
export { rejectedPatchStatus, StrategicMergePatchError, strategicMergePatchStatus } from './patch/strategic-errors.ts';
export { applyStrategicMergePatch } from './patch/strategic-merge-patch.ts';
export {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  QuantityError,
  quantityToNumber,
  type ParsedQuantity,
  formatQuantity,
} from './quantity/quantity.ts';
export { compilePattern, type Matcher, PatternError } from './pattern/compile-pattern.ts';
export { loadPatternEngine } from './pattern/pattern-engine.ts';
export {
  apiVersionOf,
  type ClusterResource,
  defineResource,
  metadataOf,
  type MetadataResource,
  type ObjectOf,
  type Resource,
  type ResourceDefinition,
  resourceId,
} from './resource.ts';
export type { Narrowed } from './narrowed.ts';
export { type QuantityField, quantityFields, type WithQuantities } from './with-quantities.ts';
export type * from './scalars.ts';
export { applyDefaults } from './schema/apply-defaults.ts';
export {
  checkStructuralSchema,
  type CheckStructuralSchemaOptions,
} from './schema/structural/check-structural-schema.ts';
export { coerceMetadata, type CoercedMetadata, type CoerceMetadataOptions } from './schema/coerce-metadata.ts';
export { decodeSchema, type DecodedSchema, type DecodeSchemaOptions } from './schema/decode-schema.ts';
export { isRequestUri } from './schema/formats/request-uri.ts';
export { checkDefaults } from './schema/structural/defaults.ts';
export type { JsonSchemaProps, ValidationRule } from './schema/json-schema-props.ts';
export { pruneNonNullableNulls } from './schema/prune-nulls.ts';
export { type PruneOptions, pruneUnknown } from './schema/prune-unknown.ts';
export { celRulesOf, hasDefaults, unrecognizedFormatsOf } from './schema/schema-walk.ts';
export { validateCustomResource, type ValidateCustomResourceOptions } from './schema/validate-custom-resource.ts';
export { validateEmbeddedResources } from './schema/validate-embedded-resources.ts';
export { validateListTypes } from './schema/validate-list-types.ts';
export { validateSchema, type ValidateSchemaOptions, validateSchemaUpdate } from './schema/validate-schema.ts';
export {
  type FieldRequirement,
  type FieldSelector,
  formatFieldSelector,
  matchesFields,
  parseFieldSelector,
} from './selector/field-selector.ts';
export {
  EVERYTHING,
  formatLabelSelector,
  type LabelOperator,
  labelRequirement,
  type LabelRequirement,
  type Labels,
  type LabelSelector,
  labelSelectorFromLabels,
  labelSelectorOf,
  type LabelSelectorSpec,
  labelsMatch,
  matchesLabels,
  NOTHING,
} from './selector/label-selector.ts';
export { parseLabelSelector } from './selector/parse-label-selector.ts';
export { SelectorError } from './selector/selector-error.ts';
export { settleEventLoop } from './clock/settle-adapter.ts';
export { sleepBy } from './clock/sleep-by.ts';
export * from './status-factories.ts';
export * from './status.ts';
export {
  type MergeConflict,
  mergeConflictHint,
  mergeConflictMessage,
  mergeConflictsIn,
  sidesOfMerge,
} from './text/merge-conflicts.ts';
export { trimBothOf, trimEndOf } from './text/trim-characters.ts';
export {
  errorsIn,
  isError,
  isInstance,
  MAX_THROWN_TEXT,
  memberOf,
  messageOfThrown,
  shortened,
  textIn,
} from './thrown.ts';
export { formatDuration, parseDuration, parseDurationNanoseconds } from './time/duration.ts';
export { formatMicroTime, formatTime, parseTime } from './time/format-time.ts';
export {
  directTransport,
  type HttpBody,
  type HttpRequest,
  type HttpResponse,
  type RequestHandler,
  type Transport,
} from './transport.ts';
export { createVirtualClock, type VirtualClock, type VirtualClockOptions } from './clock/virtual-clock.ts';
export { printYaml, printYamlDocument } from './yaml/print-yaml.ts';
export { readYaml, type ReadYamlOptions, type YamlDocument } from './yaml/reader/read-yaml.ts';
export type {
  TextRange,
  YamlAlias,
  YamlEntry,
  YamlList,
  YamlMap,
  YamlNode,
  YamlScalar,
  YamlStyle,
} from './yaml/reader/yaml-node.ts';
export type { YamlProblem } from './yaml/reader/yaml-syntax-error.ts';
