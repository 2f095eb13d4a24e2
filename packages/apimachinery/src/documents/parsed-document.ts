import type { JsonValue } from '../json.ts';
import type { TextRange } from '../yaml/reader/yaml-node.ts';
import type { DocumentProblem } from './text-problem.ts';

/** A path into a JSON value: keys of objects and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/**
 * Returns the range in the text of the value at a path (with `key`: of its key), or of its nearest existing ancestor.
 */
export type Locate = (path: JsonPath, meant?: 'key' | 'value') => TextRange;

/** A parsed document, or its problem. */
export type ParsedDocument =
  | {
      readonly value: JsonValue;
      readonly problem?: undefined;
      /** Warnings about a document that could be read. */
      readonly warning?: DocumentProblem;
      /** The format. Files of Helm charts are YAML, never JSON. */
      readonly format: 'yaml' | 'json';
      readonly locate: Locate;
    }
  | { readonly value?: undefined; readonly problem: DocumentProblem };
