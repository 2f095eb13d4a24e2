import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { typeInWords } from '../../markers/schema/schema-words.ts';
import type { Kind } from '../../model/model.ts';
import { fieldAtPath } from './field-at-path.ts';

/** The maximum number of selectable fields of a version. */
const MOST = 8;

const scalars = ['string', 'boolean', 'integer'];

/**
 * Reports selectable fields that the API server refuses: a missing field, one that is not a string, an integer or a
 * boolean, and one too many.
 */
export function checkSelectableFields(
  { facts }: Pick<Kind, 'facts'>,
  schema: JsonSchemaProps,
  reporter: Pick<Reporter, 'report'>,
): void {
  facts.selectableFields.forEach(({ jsonPath, span }, index) => {
    const problem = index < MOST ? problemOf(jsonPath, schema) : `a version has at most ${MOST} selectable fields`;
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
  // The API server requires the field in the schema, even in an object that keeps unknown fields.
  if (end.schema === undefined) return `the kind has no field ${path}`;
  const { type = '' } = end.schema;
  return scalars.includes(type)
    ? undefined
    : `it needs text, a whole number, or true or false, and ${path} is ${typeInWords(type)}`;
}
