import type { JsonSchemaProps } from '@kb/apimachinery';
import { typeInWords } from '../markers/schema-words.ts';
import type { ScaleSubresource } from '../model/facts.ts';
import { fieldAtPath } from './field-at-path.ts';

/** What is wrong with a path of the scale subresource. */
export interface ScaleProblem {
  /** The argument of the marker that says the path. */
  readonly argument: 'specpath' | 'statuspath' | 'selectorpath';
  readonly message: string;
}

/**
 * Paths of the scale subresource that lead to no field, or to one of another type: the API server takes them, and then
 * every scaling fails. A field that the schema does not name, of an object that keeps such fields, may be there.
 */
export function scaleProblems(scale: ScaleSubresource, schema: JsonSchemaProps): readonly ScaleProblem[] {
  const numbers = ['integer', 'number'];
  const paths = [
    ['specpath', scale.specReplicasPath, numbers],
    ['statuspath', scale.statusReplicasPath, numbers],
    ['selectorpath', scale.labelSelectorPath, ['string']],
  ] as const;
  return paths.flatMap(([argument, path, types]) => {
    const message = problemOf(argument, path, types, schema);
    return message === undefined ? [] : [{ argument, message }];
  });
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
