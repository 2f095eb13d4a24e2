import type { JsonPath } from '@kb/apimachinery/yaml';
import type { CustomResourceDefinition } from './custom-resource-definition.ts';

/** A definition, and where it was read. */
export interface ReadDefinition {
  readonly definition: CustomResourceDefinition;
  readonly place: DefinitionPlace;
}

/** Where a definition stands. */
export interface DefinitionPlace {
  /** The name of the text. */
  readonly file: string;
  /** Which document of the text, from 1. */
  readonly document: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /**
   * Where a part of it stands. Of a definition that was put together from two texts, of the part that is in this one.
   */
  readonly locate: LocatePart;
}

/**
 * Where the value at a path of a definition stands in its text, or its key; a version is given by its name. The nearest
 * that is there, where it is not; undefined for another version than those of the text.
 */
export type LocatePart = (path: JsonPath, meant?: 'key' | 'value') => TextPlace | undefined;

/** A place in a text: line and column from 1, and how much of the line is meant. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}
