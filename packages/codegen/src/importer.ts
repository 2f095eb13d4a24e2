/**
 * The parts of the generator that `@kb/import` uses: how types, comments and markers are read, and what is refused, so
 * that imported sources mean exactly what was imported. Loads the compiler. Not for other packages: it changes with the
 * generator.
 *
 * @module
 */
export { scaleProblems } from './crd/checks/check-scale.ts';
export { schemaRefusals } from './crd/checks/check-schema.ts';
export { checkSelectableFields } from './crd/checks/check-selectable-fields.ts';
export { VERSION_ANNOTATION } from './marks/generated-marks.ts';
export { conversionAsJson, versionFactsAsJson } from './crd/facts-as-json.ts';
export { refusalInWords } from './crd/checks/explain-refusal.ts';
export { ruleRefusal } from './crd/checks/rule-refusal.ts';
export { definitionsOfSources, type SourceDefinitions } from './definitions-of-sources.ts';
export { spanOf } from './load/comments/comments.ts';
export { descriptionOf } from './load/comments/description.ts';
export { ts } from './compiler.ts';
export { parseSource } from './load/program/parse-source.ts';
export { apimachineryNames, apimachineryType, WITH_QUANTITIES_NAME } from './load/program/virtual-apimachinery.ts';
export type { ArgumentType } from './markers/define/argument-type.ts';
export type {
  MarkerArguments,
  MarkerDefinition,
  MarkerEffect,
  MarkerTarget,
} from './markers/define/marker-definition.ts';
export { looksLikeNearMiss } from './markers/parse/near-miss.ts';
export { parseMarker } from './markers/parse/parse-marker.ts';
export { definitionsNamed } from './markers/definitions/registry.ts';
export { ITEMS_PREFIX, VALIDATION_PREFIX } from './markers/define/validation-family.ts';
export { type KindFacts, newKindFacts, type PrinterColumn, type ScaleSubresource } from './facts/facts.ts';
export { pluralise } from './naming/plural.ts';
export { saysGroup } from './project/group-version-info.ts';
export { type ImportedText, readImported, withImportHeader } from './marks/import-header.ts';
export { hasMergeConflict } from './marks/merge-conflict.ts';
