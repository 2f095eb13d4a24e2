import { type ScalarName, typeOf, type TypeRef } from '@kb/kubernetes/data';
import type { Field, NamedType, ObjectType, Scalar, TypeId, TypeUse } from './model.ts';
import type { Span } from '../diagnostic/diagnostic.ts';

/** Replaces a type that was reported. */
export const unknownType: TypeUse = { kind: 'unknown' };

type Types = ReadonlyMap<TypeId, NamedType | undefined>;

/**
 * Follows names and null, and names of Kubernetes' types that are not structs. `unknown` for a type that is being
 * resolved.
 */
export function underlying(types: Types, use: TypeUse): TypeUse {
  let current = use;
  for (let depth = 0; depth < 100; depth++) {
    const next = namedBy(types, current);
    if (next === undefined) return current;
    current = next;
  }
  return unknownType;
}

/** The type that the outermost name of a use refers to; undefined for a use that is not a name. */
function namedBy(types: Types, use: TypeUse): TypeUse | undefined {
  switch (use.kind) {
    case 'nullable':
      return use.of;
    case 'named':
      return types.get(use.id)?.type ?? unknownType;
    case 'builtIn': {
      const data = typeOf(use.name);
      return data?.type === undefined || data.struct || data.override !== undefined ? undefined : useOf(data.type);
    }
    case 'builtInField': {
      const field = typeOf(use.owner)?.fields.find(({ name }) => name === use.field);
      return field === undefined ? undefined : useOf(field.type);
    }
    default:
      return undefined;
  }
}

/** Converts a type of the data file to the model. */
function useOf(type: TypeRef): TypeUse {
  switch (type.kind) {
    case 'named':
      return { kind: 'builtIn', name: type.name };
    case 'list':
      return { kind: 'list', items: useOf(type.items) };
    case 'map':
      return { kind: 'map', values: useOf(type.values) };
    case 'bytes':
      return { kind: 'scalar', scalar: 'bytes' };
    case 'any':
      return { kind: 'json' };
    case 'scalar':
      return { kind: 'scalar', scalar: scalars[type.name] ?? 'int32' };
  }
}

const scalars: Readonly<Partial<Record<ScalarName, Scalar>>> = {
  string: 'string',
  bool: 'boolean',
  int64: 'int64',
  uint64: 'int64',
  float32: 'float32',
  float64: 'float64',
};

/** True for a declared type that is being resolved: only its name is known so far. */
export function isPending(types: Types, use: TypeUse): boolean {
  let current = use;
  while (current.kind === 'nullable' || current.kind === 'named') {
    if (current.kind === 'nullable') current = current.of;
    else if (types.get(current.id) === undefined) return types.has(current.id);
    else current = types.get(current.id)?.type ?? unknownType;
  }
  return false;
}

/**
 * Every field of an object type, inherited ones included, or undefined when the type has no fields. `span` is where
 * fields of built-in types are used.
 */
export function fieldsOf(types: Types, use: TypeUse, span: Span): Field[] | undefined {
  // An ancestor that several parents have is looked at once.
  const known = new Map<TypeUse, Field[] | undefined>();

  const fieldsOfType = (type: TypeUse): Field[] | undefined => {
    if (type.kind === 'kubernetesObject') return objectFields(span);
    if (type.kind === 'builtIn') return builtInFields(type.name, span);
    if (type.kind !== 'object') return undefined;
    if (known.has(type)) return known.get(type);
    const fields = withInherited(type);
    known.set(type, fields);
    return fields;
  };

  const withInherited = (type: ObjectType): Field[] | undefined => {
    const fields = new Map<string, Field>();
    for (const parent of type.parents) {
      const inherited = fieldsOfType(underlying(types, parent));
      if (inherited === undefined) return undefined;
      for (const field of inherited) fields.set(field.name, field);
    }
    for (const field of type.fields) fields.set(field.name, field);
    return [...fields.values()];
  };

  return fieldsOfType(underlying(types, use));
}

/** The members of every API object, which its kind inherits from KubernetesObject. */
export const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** True for a type with the members of every API object, its own or inherited. */
export function isKubernetesObject(types: Types, use: TypeUse): boolean {
  for (const type of withAncestors(types, use)) if (type.kind === 'kubernetesObject') return true;
  return false;
}

/** The names of the fields that authors declare in an object type and its parents, without those of built-in types. */
export function declaredNames(types: Types, use: TypeUse): Set<string> {
  const names = new Set<string>();
  for (const type of withAncestors(types, use))
    if (type.kind === 'object') for (const { name } of type.fields) names.add(name);
  return names;
}

/** The type that a use names, the types of its parents, and theirs: each once. */
function withAncestors(types: Types, use: TypeUse): Set<TypeUse> {
  const found = new Set([underlying(types, use)]);
  // A set that grows during its iteration is iterated to the end.
  for (const type of found)
    if (type.kind === 'object') for (const parent of type.parents) found.add(underlying(types, parent));
  return found;
}

function objectFields(span: Span): Field[] {
  return [...metaFields].map((name) => ({
    name,
    required: false,
    doc: '',
    markers: [],
    type:
      name === 'metadata'
        ? { kind: 'builtIn', name: 'meta/v1.ObjectMeta' }
        : { kind: 'builtInField', owner: 'meta/v1.TypeMeta', field: name },
    span,
  }));
}

function builtInFields(name: string, span: Span): Field[] | undefined {
  const data = typeOf(name);
  if (data === undefined || !data.struct || data.override !== undefined) return undefined;
  const inherited = data.inline.flatMap(({ type }) =>
    type.kind === 'named' ? (builtInFields(type.name, span) ?? []) : [],
  );
  const own = data.fields.map<Field>((field) => ({
    name: field.name,
    required: field.required,
    doc: '',
    markers: [],
    type: { kind: 'builtInField', owner: name, field: field.name },
    span,
  }));
  return [...inherited, ...own];
}
