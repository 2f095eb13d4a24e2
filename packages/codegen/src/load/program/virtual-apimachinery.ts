import type { Scalar, TypeUse } from '../../model/model.ts';

/** The compiler's name of the virtual `@kb/apimachinery`. */
export const APIMACHINERY_FILE = '/.kb/apimachinery.d.ts';

/** The scalars that a source can import from `@kb/apimachinery` as the type of a field, and those of the model. */
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

/** Returns the model's type for a type of `@kb/apimachinery`, or undefined if it cannot be the type of a field. */
export function apimachineryType(name: string): TypeUse | undefined {
  if (Object.hasOwn(scalars, name)) return { kind: 'scalar', scalar: scalars[name] ?? 'string' };
  if (Object.hasOwn(builtIns, name)) return { kind: 'builtIn', name: builtIns[name] ?? '' };
  if (name === 'KubernetesObject') return { kind: 'kubernetesObject' };
  return anyJson.has(name) ? { kind: 'json' } : undefined;
}

/** The types of the data file that `@kb/apimachinery` has its own names for: importing one needs its fields. */
export const apimachineryBuiltIns: readonly string[] = [...new Set(Object.values(builtIns))];

/** The generic type that the generator treats as its first argument. */
export const NARROWED_NAME = 'Narrowed';

/** The generic type of a custom resource's quantities, which the generator treats as its argument. */
export const WITH_QUANTITIES_NAME = 'WithQuantities';

/** The names that an API's sources can import from `@kb/apimachinery`. */
export const apimachineryNames: readonly string[] = [
  ...Object.keys(scalars),
  ...Object.keys(builtIns),
  ...anyJson,
  'KubernetesObject',
  'KubernetesList',
  NARROWED_NAME,
  WITH_QUANTITIES_NAME,
];

/** The declarations of scalars in `@kb/apimachinery`. */
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

/** The prefix of the interface that carries the name of a scalar. */
const MARK_PREFIX = 'KbName_';

/** The scalar of the interface that declares a property; undefined for any other property. */
export function scalarOfMark(owner: string): string | undefined {
  return owner.startsWith(MARK_PREFIX) ? owner.slice(MARK_PREFIX.length) : undefined;
}

/** The scalar of `@kb/apimachinery` for a type of the data file; undefined for any other. */
export function scalarNameOf(builtIn: string): string | undefined {
  return Object.keys(flavours).find((name) => builtIns[name] === builtIn);
}

/**
 * Returns the virtual declarations of `@kb/apimachinery`. A scalar carries its name in an optional property, so that it
 * survives mapped types and generics, where the compiler drops the alias. The name is in the interface that declares
 * the property; the type of the property is the same for all. So each scalar is assignable to what its real declaration
 * is assignable to, and conditional types decide as they do there.
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

/** Splits `core/v1.PodSpec` into its package and its own name. */
export function splitTypeName(name: string): [string, string] {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}
