/** Structural schemas: checks of a schema, and defaulting, pruning and validation of objects by it. */
export { type PathStep, readJsonPath, type Slice as PathSlice } from './json-path/read-json-path.ts';
export { compilePattern, type Matcher, PatternError } from './pattern/compile-pattern.ts';
export { loadPatternEngine } from './pattern/pattern-engine.ts';
export { applyDefaults } from './schema/apply-defaults.ts';
export {
  checkStructuralSchema,
  checkStructuralSchemaInSteps,
  type CheckStructuralSchemaOptions,
} from './schema/structural/check-structural-schema.ts';
export { coerceMetadata, type CoercedMetadata, type CoerceMetadataOptions } from './schema/coerce-metadata.ts';
export { decodeSchema, type DecodedSchema, type DecodeSchemaOptions } from './schema/decode-schema.ts';
export { isRequestUri } from './schema/formats/request-uri.ts';
export { goSchema } from './schema/structural/go-schema.ts';
export { shownInGo } from './schema/structural/shown-in-go.ts';
export { checkDefaults } from './schema/structural/defaults.ts';
export type { JudgedDefault, SchemaRules, SchemaRulesOptions } from './schema/structural/schema-rules.ts';
export type { JsonSchemaProps, ValidationRule } from './schema/json-schema-props.ts';
export { pruneNonNullableNulls, type PruneOptions, pruneUnknown } from './schema/prune.ts';
export { hasDefaults, hasRules, unrecognizedFormatsOf } from './schema/schema-walk.ts';
export { uncheckedRules } from './schema/validate/unchecked-rules.ts';
export {
  type JudgedObject,
  type JudgeObject,
  validateCustomResource,
  type ValidateCustomResourceOptions,
} from './schema/validate/validate-custom-resource.ts';
export { validateEmbeddedResources } from './schema/validate/validate-embedded-resources.ts';
export { validateListTypes } from './schema/validate/validate-list-types.ts';
export { validateSchema, type ValidateSchemaOptions, validateSchemaUpdate } from './schema/validate/validate-schema.ts';
