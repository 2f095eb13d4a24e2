import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { flagMarker, type Typed, USUAL, valueMarker } from './define-marker.ts';
import type { MarkerDefinition, MarkerEffect, ValueProblem } from './marker-definition.ts';

/** The prefix of the family. */
export const VALIDATION_PREFIX = 'kubebuilder:validation:';
/** The prefix of the family's markers for the elements of a list. */
export const ITEMS_PREFIX = 'kubebuilder:validation:items:';

/** Changes a schema, or returns the problem when it does not fit. `whole` is read only. */
type Apply = (schema: JsonSchemaProps, whole: JsonSchemaProps) => string | undefined | void;

/** One of the two forms of a marker of the family. */
export interface Form {
  readonly name: string;
  readonly items: boolean;
  readonly targets: readonly ['type', 'field'];
  readonly example: string;
  readonly schemaEffect: (priority: number, apply: Apply) => MarkerEffect;
}

/** Makes a marker and its form for the elements of a list. `argument` follows the name in the example. */
export function forms(name: string, argument: string, make: (form: Form) => MarkerDefinition): MarkerDefinition[] {
  return [false, true].map((items) => {
    const fullName = `${items ? ITEMS_PREFIX : VALIDATION_PREFIX}${name}`;
    return make({
      name: fullName,
      items,
      targets: ['type', 'field'],
      example: `+${fullName}${argument}`,
      schemaEffect: (priority, apply) => ({
        on: 'schema',
        priority,
        items,
        apply: (schema, whole) => apply(schema, whole) ?? undefined,
      }),
    });
  });
}

/** Options of {@link family}. */
export interface FamilyOptions<T> {
  /** Default: {@link USUAL}. */
  readonly priority?: number;
  /** The problem of a value, whatever the marker is on. `items`: the marker is about the elements of a list. */
  readonly check?: (value: T, items: boolean) => ValueProblem | undefined;
  /** The decision of the form without `items:`. */
  readonly decides?: MarkerDefinition['decides'];
}

/** A marker with a value, in both forms. */
export function family<T>(
  name: string,
  value: Typed<T>,
  summary: string,
  example: string,
  apply: (schema: JsonSchemaProps, value: T, whole: JsonSchemaProps) => string | undefined | void,
  { priority = USUAL, check, decides }: FamilyOptions<T> = {},
): MarkerDefinition[] {
  return forms(name, `=${example}`, (form) =>
    valueMarker(
      { ...form, summary, ...(decides !== undefined && !form.items && { decides }) },
      value,
      (given) =>
        check?.(given, form.items) ??
        form.schemaEffect(priority, (schema, whole) => {
          const problem = apply(schema, given, whole) ?? undefined;
          const forElements =
            schema.type === 'array' && !form.items && /^it needs (?:text|a number)/.test(problem ?? '');
          return forElements ? `${problem}; for its elements write +${ITEMS_PREFIX}${name}=${example}` : problem;
        }),
    ),
  );
}

/** A marker without a value, in both forms. */
export function flags(name: string, summary: string, priority: number, apply: Apply): MarkerDefinition[] {
  return forms(name, '', (form) => flagMarker({ ...form, summary }, form.schemaEffect(priority, apply)));
}
