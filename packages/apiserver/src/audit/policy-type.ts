import type { FieldData, TypeData, TypeRef } from '@kb/kubernetes/data';
import { namedGoType } from '../serializer/compile-go-type.ts';
import { listType } from '../serializer/go-collections.ts';
import { scalarType } from '../serializer/go-scalars.ts';
import { structType } from '../serializer/go-struct.ts';
import type { GoType } from '../serializer/go-type.ts';

const text: TypeRef = { kind: 'scalar', name: 'string' };
const bool: TypeRef = { kind: 'scalar', name: 'bool' };
const named = (name: string): TypeRef => ({ kind: 'named', name: `audit/v1.${name}` });
const list = (items: TypeRef): TypeRef => ({ kind: 'list', items });

/** The structs of the API group, which the data file does not have: no API server serves them. */
const structs: Readonly<Record<string, readonly (readonly [name: string, type: TypeRef])[]>> = {
  Policy: [
    ['kind', text],
    ['apiVersion', text],
    ['metadata', { kind: 'named', name: 'meta/v1.ObjectMeta' }],
    ['rules', list(named('PolicyRule'))],
    ['omitStages', list(named('Stage'))],
    ['omitManagedFields', bool],
  ],
  PolicyRule: [
    ['level', named('Level')],
    ['users', list(text)],
    ['userGroups', list(text)],
    ['verbs', list(text)],
    ['resources', list(named('GroupResources'))],
    ['namespaces', list(text)],
    ['nonResourceURLs', list(text)],
    ['omitStages', list(named('Stage'))],
    ['omitManagedFields', { ...bool, pointer: true }],
  ],
  GroupResources: [
    ['group', text],
    ['resources', list(text)],
    ['resourceNames', list(text)],
  ],
};

/** Returns the Go type of an audit policy. */
export function policyType(): GoType {
  return structOf('Policy');
}

function structOf(name: string): GoType {
  const fields = (structs[name] ?? []).map(([field, type]): FieldData => ({
    name: field,
    type,
    required: false,
    omit: 'empty',
    deprecated: false,
    protobuf: 0,
  }));
  const data: TypeData = {
    name: `audit/v1.${name}`,
    localName: name,
    package: 'audit/v1',
    struct: true,
    fields,
    inline: [],
    refused: false,
    deprecated: false,
  };
  return structType(data, `v1.${name}`, compile);
}

function compile(ref: TypeRef): GoType {
  switch (ref.kind) {
    case 'scalar':
      return ref.pointer ? optional(scalarType(ref.name)) : scalarType(ref.name);
    case 'list':
      return listType(() => compile(ref.items));
    case 'named': {
      const local = ref.name.replace('audit/v1.', '');
      if (local in structs) return structOf(local);
      return local === 'Level' || local === 'Stage' ? scalarType('string', `v1.${local}`) : namedGoType(ref.name);
    }
    default:
      throw new RangeError(`no field of an audit policy has a type of the form ${ref.kind}`);
  }
}

function optional(type: GoType): GoType {
  return {
    ...type,
    decode: (value, context) => (value === null ? null : type.decode(value, context)),
    zero: () => null,
    isEmpty: (value) => value === null,
  };
}
