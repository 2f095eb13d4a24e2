import type { Scalar, TypeUse } from '../../model/model.ts';

/** The name under which the compiler sees `@kb/apimachinery`. */
export const APIMACHINERY_FILE = '/.kb/apimachinery.d.ts';

/** What an author's source can import from `@kb/apimachinery` as the type of a field, and what it is in the model. */
const scalars: Readonly<Record<string, Scalar>> = {
  int: 'int',
  int32: 'int32',
  int64: 'int64',
  float32: 'float32',
  float64: 'float64',
  Bytes: 'bytes',
};

const builtIns: Readonly<Record<string, string>> = {
  Condition: 'meta/v1.Condition',
  Duration: 'meta/v1.Duration',
  FieldsV1: 'meta/v1.FieldsV1',
  IntOrString: 'intstr.IntOrString',
  ListMeta: 'meta/v1.ListMeta',
  ManagedFieldsEntry: 'meta/v1.ManagedFieldsEntry',
  MicroTime: 'meta/v1.MicroTime',
  ObjectMeta: 'meta/v1.ObjectMeta',
  ObjectMetaInput: 'meta/v1.ObjectMeta',
  OwnerReference: 'meta/v1.OwnerReference',
  Quantity: 'resource.Quantity',
  RawExtension: 'runtime.RawExtension',
  Time: 'meta/v1.Time',
};

const anyJson = new Set(['Json', 'JsonValue', 'JsonObject']);

/** What a type of `@kb/apimachinery` is in the model, or undefined when it is nothing that a field can have. */
export function apimachineryType(name: string): TypeUse | undefined {
  if (Object.hasOwn(scalars, name)) return { kind: 'scalar', scalar: scalars[name] ?? 'string' };
  if (Object.hasOwn(builtIns, name)) return { kind: 'builtIn', name: builtIns[name] ?? '' };
  if (name === 'KubernetesObject') return { kind: 'kubernetesObject' };
  return anyJson.has(name) ? { kind: 'json' } : undefined;
}

/**
 * The types of the data file that `@kb/apimachinery` has its own names for: their fields are needed where they are
 * imported from there.
 */
export const apimachineryBuiltIns: readonly string[] = [...new Set(Object.values(builtIns))];

/** The generic type that is its first argument for the generator, whatever the second. */
export const NARROWED_NAME = 'Narrowed';

/** The generic type of a custom resource's quantities, that is its argument for the generator. */
export const WITH_QUANTITIES_NAME = 'WithQuantities';

/** What an API's sources can take from `@kb/apimachinery`. */
export const apimachineryNames: readonly string[] = [
  ...Object.keys(scalars),
  ...Object.keys(builtIns),
  ...anyJson,
  'KubernetesObject',
  'KubernetesList',
  NARROWED_NAME,
  WITH_QUANTITIES_NAME,
];

/** What `@kb/apimachinery` declares scalars as. */
const flavours: Readonly<Record<string, readonly string[]>> = {
  int: ['number', 'bigint'],
  int32: ['number'],
  int64: ['number', 'bigint'],
  float32: ['number'],
  float64: ['number'],
  Bytes: ['string'],
  Duration: ['string'],
  MicroTime: ['string'],
  Time: ['string'],
  Quantity: ['string', 'number'],
  IntOrString: ['number', 'string'],
};

/** What the name of the interface begins with that a scalar carries. */
const MARK_PREFIX = 'KbName_';

/** The scalar whose interface a declaration of its property stands in; undefined for any other property. */
export function scalarOfMark(owner: string): string | undefined {
  return owner.startsWith(MARK_PREFIX) ? owner.slice(MARK_PREFIX.length) : undefined;
}

/** The scalar of `@kb/apimachinery` that a type of the data file is; undefined for any other. */
export function scalarNameOf(builtIn: string): string | undefined {
  return Object.keys(flavours).find((name) => builtIns[name] === builtIn);
}

/**
 * The declarations that stand for `@kb/apimachinery`. Scalars carry their name in an optional property, so that it
 * survives mapped types and generics, where the compiler forgets which alias a type was written with. The name is that
 * of the interface around the property, whose type is the same for all: so each scalar is assignable to what its real
 * declaration is assignable to, and conditions decide as they do there.
 */
export function apimachineryText(): string {
  const lines = [`import type * as meta from '@kb/kubernetes/meta/v1';`];
  for (const [name, bases] of Object.entries(flavours)) {
    lines.push(`interface ${MARK_PREFIX}${name} { readonly __kbName?: unknown }`);
    lines.push(`export type ${name} = ${bases.map((base) => `${base} & ${MARK_PREFIX}${name}`).join(' | ')};`);
  }
  for (const [name, builtIn] of Object.entries(builtIns)) {
    const [owner, local] = splitTypeName(builtIn);
    if (owner === 'meta/v1' && !Object.hasOwn(flavours, name)) lines.push(`export type ${name} = meta.${local};`);
  }
  lines.push(
    `export interface RawExtension { readonly __kbName?: 'RawExtension' }`,
    `export interface Json { readonly __kbName?: 'Json' }`,
    `export interface JsonValue { readonly __kbName?: 'JsonValue' }`,
    `export interface JsonObject { readonly __kbName?: 'JsonObject' }`,
    `export type ${NARROWED_NAME}<Fields, Shapes> = Fields;`,
    `export type ${WITH_QUANTITIES_NAME}<Type> = Type;`,
    `export interface KubernetesObject { apiVersion: string; kind: string; metadata: ObjectMeta }`,
    `export interface KubernetesList<T = KubernetesObject> { apiVersion: string; kind: string; metadata: ListMeta; items: T[] }`,
  );
  return lines.join('\n');
}

/** `core/v1.PodSpec` as its package and its own name. */
export function splitTypeName(name: string): [string, string] {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}
