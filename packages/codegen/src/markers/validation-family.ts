import type { JsonSchemaProps } from '@kb/apimachinery';
import { flagMarker, type Typed, valueMarker } from './define-marker.ts';
import type { MarkerDefinition, MarkerEffect, ValueProblem } from './marker-definition.ts';
import { usual } from './priorities.ts';

/** What names of the family begin with. */
export const validationPrefix = 'kubebuilder:validation:';
/** What names of the family begin with that are about the elements of a list. */
export const itemsPrefix = 'kubebuilder:validation:items:';

/** Changes a schema; returns what is wrong when it does not fit. `whole` is only to look at. */
type Apply = (schema: JsonSchemaProps, whole: JsonSchemaProps) => string | undefined | void;

/** What the two forms of a marker of the family differ in. */
export interface Form {
  readonly name: string;
  readonly items: boolean;
  readonly targets: readonly ['type', 'field'];
  readonly example: string;
  readonly schemaEffect: (priority: number, apply: Apply) => MarkerEffect;
}

/** A marker and its form for the elements of a list. `argument` is what follows the name in the example. */
export function forms(name: string, argument: string, make: (form: Form) => MarkerDefinition): MarkerDefinition[] {
  return [false, true].map((items) => {
    const fullName = `${items ? itemsPrefix : validationPrefix}${name}`;
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

/** What else {@link family} can be told. */
export interface FamilyOptions<T> {
  /** Default: where most markers run. */
  readonly priority?: number;
  /** What is wrong with a value, whatever it stands on. `items`: the marker is about the elements of a list. */
  readonly check?: (value: T, items: boolean) => ValueProblem | undefined;
  /** For the form without `items:`. */
  readonly decides?: MarkerDefinition['decides'];
}

/** A marker with a value, in both forms. */
export function family<T>(
  name: string,
  value: Typed<T>,
  summary: string,
  example: string,
  apply: (schema: JsonSchemaProps, value: T, whole: JsonSchemaProps) => string | undefined | void,
  { priority = usual, check, decides }: FamilyOptions<T> = {},
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
          return forElements ? `${problem}; for its elements write +${itemsPrefix}${name}=${example}` : problem;
        }),
    ),
  );
}

/** A marker without a value, in both forms. */
export function flags(name: string, summary: string, priority: number, apply: Apply): MarkerDefinition[] {
  return forms(name, '', (form) => flagMarker({ ...form, summary }, form.schemaEffect(priority, apply)));
}
