import type { TypeExpression, TypeReference } from '../../declaration.ts';

/** True for a type of Kubernetes, whose 64-bit integers are numbers in TypeScript. */
export function isOfKubernetes({ module }: TypeReference): boolean {
  return module?.startsWith('@kb/kubernetes/') === true;
}

/**
 * The type of a field in an interface that extends a type of Kubernetes with this field: an `int64` is a number there,
 * and the field must not accept more values than the parent's.
 */
export function asInKubernetes(type: TypeExpression): TypeExpression {
  switch (type.kind) {
    case 'reference':
      return isBigInteger(type.to)
        ? { kind: 'intersection', of: [type, { kind: 'keyword', keyword: 'number' }] }
        : type;
    case 'list':
      return { ...type, items: asInKubernetes(type.items) };
    case 'map':
      return { ...type, values: asInKubernetes(type.values) };
    case 'nullable':
      return { ...type, of: asInKubernetes(type.of) };
    default:
      return type;
  }
}

/** True for the integers that may be a bigint. */
function isBigInteger({ name, module }: TypeReference): boolean {
  return module === '@kb/apimachinery' && (name === 'int64' || name === 'int');
}
