import type { JsonSchemaProps } from '@kb/apimachinery';
import type { Reporter } from '../diagnostic/reporter.ts';
import { typeInWords } from '../markers/definitions/validation-markers.ts';
import type { Kind } from '../model/model.ts';

/** How many a version may have. */
const most = 8;

const scalars = ['string', 'boolean', 'integer'];

/** Reports fields that lists cannot be narrowed by: what is no text, no whole number and no boolean, what does not exist, and what is one too many. */
export function checkSelectableFields({ facts }: Kind, schema: JsonSchemaProps, reporter: Reporter): void {
  facts.selectableFields.forEach(({ jsonPath, span }, index) => {
    const problem = index < most ? problemOf(jsonPath, schema) : `a version has at most ${most} selectable fields`;
    if (problem === undefined) return;
    reporter.report(span, {
      code: 'marker-mismatch',
      message: `+kubebuilder:selectablefield does not fit: ${problem}`,
    });
  });
}

function problemOf(path: string, root: JsonSchemaProps): string | undefined {
  if (!/^(?:\.[^.[\]]+)+$/.test(path)) return `"${path}" is no path of a field: expected something like .spec.nodeName`;
  const names = path.slice(1).split('.');
  if (names[0] === 'metadata')
    return 'fields of metadata need no marker: objects can be selected by name and namespace as they are';
  let schema: JsonSchemaProps | undefined = root;
  for (const name of names) {
    schema = childOf(schema, name);
    if (schema === undefined) return `the kind has no field ${path}`;
  }
  const { type = '' } = schema;
  return scalars.includes(type)
    ? undefined
    : `it needs text, a whole number, or true or false, and ${path} is ${typeInWords(type)}`;
}

function childOf(
  { properties = {}, additionalProperties }: JsonSchemaProps,
  name: string,
): JsonSchemaProps | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
