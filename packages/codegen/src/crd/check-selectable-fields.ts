import type { JsonSchemaProps } from '@kb/apimachinery';
import type { Reporter } from '../diagnostic/reporter.ts';
import { typeInWords } from '../markers/schema-words.ts';
import type { Kind } from '../model/model.ts';
import { fieldAtPath } from './field-at-path.ts';

/** How many a version may have. */
const most = 8;

const scalars = ['string', 'boolean', 'integer'];

/**
 * Reports fields that lists cannot be narrowed by: what is no text, no whole number and no boolean, what does not
 * exist, and what is one too many.
 */
export function checkSelectableFields(
  { facts }: Pick<Kind, 'facts'>,
  schema: JsonSchemaProps,
  reporter: Pick<Reporter, 'report'>,
): void {
  facts.selectableFields.forEach(({ jsonPath, span }, index) => {
    const problem = index < most ? problemOf(jsonPath, schema) : `a version has at most ${most} selectable fields`;
    if (problem === undefined) return;
    reporter.report(span, {
      code: 'KB_MARKER_MISMATCH',
      message: `+kubebuilder:selectablefield does not fit: ${problem}`,
    });
  });
}

function problemOf(path: string, root: JsonSchemaProps): string | undefined {
  if (/^\.metadata(?:\.|$)/.test(path))
    return 'fields of metadata need no marker: objects can be selected by name and namespace as they are';
  const end = fieldAtPath(path, root);
  if ('problem' in end) return end.problem;
  // The API server looks for the field in the schema, even where others are kept.
  if (end.schema === undefined) return `the kind has no field ${path}`;
  const { type = '' } = end.schema;
  return scalars.includes(type)
    ? undefined
    : `it needs text, a whole number, or true or false, and ${path} is ${typeInWords(type)}`;
}
