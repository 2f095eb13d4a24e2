import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { apimachineryType, WITH_QUANTITIES_NAME } from '@kb/codegen/importer';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import type { TypeExpression, TypeReference } from '../../declaration.ts';
import type { ExpressedType } from './expressed-type.ts';

/** The schemas that the generator builds for the numbers and strings of `@kb/apimachinery`. */
const scalars: Readonly<Record<ScalarName, JsonSchemaProps>> = {
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float64: { type: 'number' },
  Bytes: { type: 'string', format: 'byte' },
};

type ScalarName = 'int' | 'int32' | 'int64' | 'float64' | 'Bytes';
type BuiltInName = 'IntOrString' | 'ObjectMeta' | 'ObjectMetaInput' | 'Quantity' | 'RawExtension' | 'Time';

/** A type of `@kb/apimachinery`, and its schema. */
export function apimachinery(name: ScalarName | BuiltInName): ExpressedType {
  const to: TypeReference = { name, module: '@kb/apimachinery' };
  const type: TypeExpression = { kind: 'reference', to };
  return isScalar(name)
    ? { type, schema: scalars[name], isReference: false }
    : { type, schema: schemaOfBuiltIn(to), isReference: true };
}

function isScalar(name: ScalarName | BuiltInName): name is ScalarName {
  return Object.hasOwn(scalars, name);
}

/** The schema that the generator builds for a type of Kubernetes. Throws a RangeError for any other type. */
export function schemaOfBuiltIn({ name, module }: TypeReference): JsonSchemaProps {
  const use = module === '@kb/apimachinery' ? apimachineryType(name) : undefined;
  const group = /^@kb\/kubernetes\/(.+)$/.exec(module ?? '')?.[1];
  const builtIn = use?.kind === 'builtIn' ? use.name : group === undefined ? undefined : `${group}.${name}`;
  if (builtIn === undefined) throw new RangeError(`${name} of ${module ?? 'the folder'} is not a type of Kubernetes`);
  return openApiSchemaOf(builtIn, { descriptions: true });
}

/** A type of Kubernetes whose quantities are those of a custom resource. */
export function withQuantities(type: TypeExpression): TypeExpression {
  return { kind: 'reference', to: { name: WITH_QUANTITIES_NAME, module: '@kb/apimachinery' }, typeArguments: [type] };
}
