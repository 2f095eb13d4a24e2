import type { JsonValue } from '../json.ts';
import type { TextRange } from '../yaml/reader/yaml-node.ts';
import type { DocumentProblem } from './text-problem.ts';

/** A way into a JSON value: keys of objects, and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** Where the value at a path stands in the text or, with `key`, its key; the nearest that is there, where it is not. */
export type Locate = (path: JsonPath, meant?: 'key' | 'value') => TextRange;

/** A document that was read, or what is wrong with it. */
export type ParsedDocument =
  | {
      readonly value: JsonValue;
      readonly problem?: undefined;
      /** What is to be told of the document, although it was read. */
      readonly warning?: DocumentProblem;
      /** Files of Helm's charts are YAML, never JSON. */
      readonly format: 'yaml' | 'json';
      readonly locate: Locate;
    }
  | { readonly value?: undefined; readonly problem: DocumentProblem };
