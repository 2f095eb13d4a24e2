import type { DeepReadonly } from '@kb/apimachinery';
import type { CheckedKind } from '@kb/apimachinery/cel';
import type { CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';
import type * as Data from '@kb/kubernetes/data';

/** A kind that a server serves, with its schema. */
export interface NamedKind {
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly schema: () => CheckedKind['schema'];
}

/** The built-in kinds, and those of the definitions. */
export function knownKinds(
  definitions: readonly DeepReadonly<Pick<CustomResourceDefinition, 'spec'>>[],
  { kinds, serverSchemaOf }: typeof Data,
): NamedKind[] {
  const builtIn = kinds().map(({ group, version, kind, plural, singular, type }): NamedKind => ({
    group,
    version,
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    plural,
    singular,
    schema: () => serverSchemaOf(type),
  }));
  return [...builtIn, ...definitions.flatMap((definition) => customKinds(definition, serverSchemaOf))];
}

function customKinds(
  { spec }: DeepReadonly<Pick<CustomResourceDefinition, 'spec'>>,
  serverSchemaOf: typeof Data.serverSchemaOf,
): NamedKind[] {
  const { group, names } = spec;
  return spec.versions
    .filter(({ served }) => served)
    .map(({ name: version, schema }): NamedKind => ({
      group,
      version,
      apiVersion: `${group}/${version}`,
      kind: names.kind,
      plural: names.plural,
      singular: names.singular ?? names.kind.toLowerCase(),
      schema: () => {
        // The server has validated it.
        const own = (schema?.openAPIV3Schema ?? {}) as CheckedKind['schema'];
        const text = { type: 'string' };
        const metadata = serverSchemaOf('meta/v1.ObjectMeta');
        return { ...own, properties: { ...own.properties, apiVersion: text, kind: text, metadata } };
      },
    }));
}
