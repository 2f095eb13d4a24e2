import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';

/** A shape of a union, with its schema: `allOf`s merged. */
export interface UnionShape {
  /** How the source writes it, for messages. */
  readonly name: string;
  readonly span: Span;
  readonly schema: JsonSchemaProps;
}

/** The fields that all shapes require, sorted. */
export function requiredByAll(shapes: readonly UnionShape[]): string[] {
  const [first, ...others] = shapes.map(({ schema }) => new Set(schema.required));
  return [...(first ?? [])].filter((name) => others.every((required) => required.has(name))).sort();
}

/** An own property of an object's schema, so that `constructor` is not found on the prototype. */
export function ownProperty({ properties }: JsonSchemaProps, name: string): JsonSchemaProps | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
