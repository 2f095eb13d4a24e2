import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { typeInWords } from '../../markers/schema/schema-words.ts';
import type { ScaleSubresource } from '../../facts/facts.ts';
import { fieldAtPath } from './field-at-path.ts';

/** A problem with a path of the scale subresource. */
export interface ScaleProblem {
  /** The argument of the marker that gives the path. */
  readonly argument: 'specpath' | 'statuspath' | 'selectorpath';
  readonly message: string;
}

/**
 * Finds paths of the scale subresource that lead to a missing field, or to one of the wrong type: the API server
 * accepts such a definition, and then every scaling fails. A path into an object that keeps unknown fields is accepted.
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
  // A value without a type that keeps unknown fields can be anything.
  const { type = '', ...schema } = end.schema ?? { 'x-kubernetes-preserve-unknown-fields': true };
  if (types.includes(type) || (type === '' && schema['x-kubernetes-preserve-unknown-fields'] === true))
    return undefined;
  const found = schema['x-kubernetes-int-or-string'] === true ? 'a number or text' : typeInWords(type);
  return `${argument} needs ${types.includes('string') ? 'text' : 'a whole number'}, and ${path} is ${found}`;
}
