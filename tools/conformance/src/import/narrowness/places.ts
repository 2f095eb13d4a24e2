import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/** One step into a value. */
export type Step =
  | { readonly into: 'property'; readonly name: string }
  /** The first item of a list. */
  | { readonly into: 'item' }
  /** An entry of a map. */
  | { readonly into: 'entry' };

/** A place that a schema describes: the root, a field, the items of a list, the entries of a map. */
export interface Place {
  readonly steps: readonly Step[];
  readonly schema: JsonSchemaProps;
}

/**
 * Every place of a schema to check, the root first. `metadata` of the root is skipped: it is the same for every kind.
 */
export function placesOf(root: JsonSchemaProps): Place[] {
  const places: Place[] = [];
  const visit = (schema: JsonSchemaProps, steps: readonly Step[]): void => {
    places.push({ steps, schema });
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (name === '__proto__' || (steps.length === 0 && name === 'metadata')) continue;
      visit(property, [...steps, { into: 'property', name }]);
    }
    if (schema.items !== undefined) visit(schema.items, [...steps, { into: 'item' }]);
    if (typeof schema.additionalProperties === 'object')
      visit(schema.additionalProperties, [...steps, { into: 'entry' }]);
  };
  visit(root, []);
  return places;
}

/** Prints a place: `spec.ports[].name`, `spec.labels{}`; the root is `.`. */
export function formatSteps(steps: readonly Step[]): string {
  const text = steps.map((step) => {
    switch (step.into) {
      case 'property':
        return /^[\w$-]+$/.test(step.name) ? `.${step.name}` : `[${JSON.stringify(step.name)}]`;
      case 'item':
        return '[]';
      case 'entry':
        return '{}';
    }
  });
  return text.join('').replace(/^\./, '') || '.';
}
