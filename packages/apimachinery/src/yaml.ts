/** YAML and JSON documents, read with places for error messages, and printed as controller-gen prints them. */
export type { JsonPath, Locate, ParsedDocument } from './documents/parsed-document.ts';
export {
  type DocumentMistake,
  mistakeIn,
  placeIn,
  placeOf,
  type ReadDocument,
  readDocuments,
} from './documents/read-documents.ts';
export { hasTemplate, TEMPLATE_HINT } from './documents/template-lines.ts';
export type { LineAndColumn } from './documents/text-lines.ts';
export { type DocumentProblem, quoteShort } from './documents/text-problem.ts';
export {
  type MergeConflict,
  mergeConflictHint,
  mergeConflictMessage,
  mergeConflictsIn,
  sidesOfMerge,
} from './text/merge-conflicts.ts';
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
