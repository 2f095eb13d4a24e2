import type { JsonPath } from '@kb/apimachinery/yaml';
import type { CustomResourceDefinition } from './custom-resource-definition.ts';

/** A definition, and its place. */
export interface ReadDefinition {
  readonly definition: CustomResourceDefinition;
  readonly place: DefinitionPlace;
}

/** The place of a definition. */
export interface DefinitionPlace {
  /** The name of the text. */
  readonly file: string;
  /** The number of its document in the text, from 1. */
  readonly document: number;
  /** Its first line, from 1. */
  readonly line: number;
  /** Finds the place of a part. For a definition merged from two texts, of a part in this one. */
  readonly locate: LocatePart;
}

/**
 * Finds the place of the value, or the key, at a path of a definition; a version is given by its name. If it is
 * missing, the nearest parent; undefined for a version that is not in the text.
 */
export type LocatePart = (path: JsonPath, meant?: 'key' | 'value') => TextPlace | undefined;

/** A place in a text: line and column from 1, and its length on that line. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}
