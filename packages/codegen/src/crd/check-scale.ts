import type { JsonSchemaProps } from '@kb/apimachinery';
import type { Reporter } from '../diagnostic/reporter.ts';
import { typeInWords } from '../markers/schema-words.ts';
import type { Kind } from '../model/model.ts';
import { fieldAtPath } from './field-at-path.ts';

/**
 * Reports paths of the scale subresource that lead to no field, or to one of another type: the API server takes them, and then every scaling fails. A field that the schema does
 * not name, of an object that keeps such fields, may be there.
 */
export function checkScale(
  { facts }: Pick<Kind, 'facts'>,
  schema: JsonSchemaProps,
  reporter: Pick<Reporter, 'report'>,
): void {
  const { scaleSubresource: scale, scaleSpan: span } = facts;
  if (scale === undefined || span === undefined) return;
  const problems = [
    problemOf('specpath', scale.specReplicasPath, ['integer', 'number'], schema),
    problemOf('statuspath', scale.statusReplicasPath, ['integer', 'number'], schema),
    problemOf('selectorpath', scale.labelSelectorPath, ['string'], schema),
  ];
  for (const problem of problems) {
    if (problem === undefined) continue;
    reporter.report(span, {
      code: 'KB_MARKER_MISMATCH',
      message: `+kubebuilder:subresource:scale does not fit: ${problem}`,
    });
  }
}

function problemOf(
  argument: string,
  path: string | undefined,
  types: readonly string[],
  root: JsonSchemaProps,
): string | undefined {
  if (path === undefined || path === '') return undefined;
  const end = fieldAtPath(path, root);
  if ('problem' in end) return `${argument}: ${end.problem}`;
  // What keeps unknown fields and has no type can be anything.
  const { type = '', ...schema } = end.schema ?? { 'x-kubernetes-preserve-unknown-fields': true };
  if (types.includes(type) || (type === '' && schema['x-kubernetes-preserve-unknown-fields'] === true))
    return undefined;
  const found = schema['x-kubernetes-int-or-string'] === true ? 'a number or text' : typeInWords(type);
  return `${argument} needs ${types.includes('string') ? 'text' : 'a whole number'}, and ${path} is ${found}`;
}
