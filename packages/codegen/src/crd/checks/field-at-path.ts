import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { nearestName } from '../../text/nearest-name.ts';

/** The result of following a path. */
export type PathEnd =
  | { readonly schema: JsonSchemaProps }
  /** An object on the way keeps unknown fields: the path may lead to one. */
  | { readonly schema: undefined }
  /** What is wrong with the path: a sentence. */
  | { readonly problem: string };

/** Finds the field at a path such as `.spec.nodeName`: names with a dot before each. */
export function fieldAtPath(path: string, root: JsonSchemaProps): PathEnd {
  if (!/^(?:\.[^.[\]]+)+$/.test(path))
    return { problem: `"${path}" is not a path of a field: expected something like .spec.nodeName` };
  const names = path.slice(1).split('.');
  let schema = root;
  for (const [index, name] of names.entries()) {
    const { properties = {}, additionalProperties } = schema;
    if (Object.hasOwn(properties, name)) schema = properties[name] ?? {};
    else if (typeof additionalProperties === 'object') schema = additionalProperties;
    else if (schema['x-kubernetes-preserve-unknown-fields'] === true) return { schema: undefined };
    else {
      const near = nearestName(name, Object.keys(properties));
      const question = near === undefined ? '' : `; did you mean .${names.with(index, near).join('.')}?`;
      return { problem: `the kind has no field ${path}${question}` };
    }
  }
  return { schema };
}
