import { type FieldFilter, fieldPath, fieldSetOf, type ManagedEndpoint } from '@kb/apimachinery/managed-fields';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Strategy, UpdateStrategy } from './strategy.ts';

/** The facts about a resource that managed fields need. */
export interface ManagedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly strategy: Strategy;
  readonly schema: () => JsonSchemaProps;
  readonly objectsFit?: boolean;
  readonly empty?: () => ManagedEndpoint['empty'];
  readonly convert?: NonNullable<ManagedEndpoint['convert']>;
}

/**
 * Returns a function that looks up, per endpoint of a resource, the facts that managed fields need; results are cached.
 */
export function managedEndpoints({
  apiVersion,
  kind,
  strategy,
  schema,
  objectsFit = false,
  empty,
  convert,
}: ManagedKind): (subresource?: string) => ManagedEndpoint {
  const endpoints = new Map<string, ManagedEndpoint>();
  return (subresource = '') => {
    let endpoint = endpoints.get(subresource);
    if (!endpoint) {
      const written = strategyOf(strategy, subresource);
      const resetFields = filterOf(written);
      const emptyObject = empty?.();
      endpoint = {
        apiVersion,
        kind,
        schema: schema(),
        objectsFit,
        ...(subresource !== '' && { subresource }),
        ...(resetFields && { resetFields, resetInAllVersions: written.resetInAllVersions === true }),
        ...(emptyObject && { empty: emptyObject }),
        ...(convert && { convert }),
      };
      endpoints.set(subresource, endpoint);
    }
    return endpoint;
  };
}

function strategyOf(strategy: Strategy, subresource: string): UpdateStrategy {
  if (subresource === 'status') return strategy.status ?? strategy;
  return strategy.subresources?.[subresource] ?? strategy;
}

function filterOf({ resetFields, onlyFields }: UpdateStrategy): FieldFilter | undefined {
  const paths = (names: readonly (readonly string[])[]): ReturnType<typeof fieldPath>[] =>
    names.map((path) => fieldPath(...path));
  if (onlyFields) return { include: paths(onlyFields) };
  return resetFields && { exclude: fieldSetOf(...paths(resetFields)) };
}
