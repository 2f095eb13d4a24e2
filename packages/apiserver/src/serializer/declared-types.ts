import type { FieldData, TypeData, TypeName, TypeRef } from '@kb/kubernetes/data';
import { namedGoType } from './compile-go-type.ts';
import { listType } from './go-collections.ts';
import { anyType, scalarType } from './go-scalars.ts';
import { structType } from './go-struct.ts';
import type { GoType } from './go-type.ts';

/** A Go package of an API group that no API server serves, such as those of configuration files. */
export interface DeclaredPackage {
  /** Its name in references: `audit/v1`. */
  readonly name: string;
  /** Its name in errors: `v1`. */
  readonly goName: string;
  /** The fields of its structs, with their types. */
  readonly structs: Readonly<Record<string, readonly (readonly [name: string, type: TypeRef])[]>>;
}

/** Types of fields, for {@link DeclaredPackage}. */
export const fieldTypes = {
  text: { kind: 'scalar', name: 'string' },
  bool: { kind: 'scalar', name: 'bool' },
  int32: { kind: 'scalar', name: 'int32' },
  /** Any JSON. */
  raw: { kind: 'any' },
  /** A type of the data file, or of the package. */
  named: (name: TypeName): TypeRef => ({ kind: 'named', name }),
  list: (items: TypeRef): TypeRef => ({ kind: 'list', items }),
} as const;

/** Returns the Go type of a struct of a package. Names of the package without a struct are strings. */
export function declaredType(from: DeclaredPackage, name: string): GoType {
  const fields = (from.structs[name] ?? []).map(([field, type]): FieldData => ({
    name: field,
    type,
    required: false,
    omit: 'empty',
    deprecated: false,
    protobuf: 0,
  }));
  const data: TypeData = {
    name: `${from.name}.${name}`,
    localName: name,
    package: from.name,
    struct: true,
    fields,
    inline: [],
    refused: false,
    deprecated: false,
  };
  return structType(data, `${from.goName}.${name}`, (ref) => compile(from, ref));
}

function compile(from: DeclaredPackage, ref: TypeRef): GoType {
  switch (ref.kind) {
    case 'scalar':
      return ref.pointer ? optional(scalarType(ref.name)) : scalarType(ref.name);
    case 'any':
      return anyType;
    case 'list':
      return listType(() => compile(from, ref.items));
    case 'named': {
      if (!ref.name.startsWith(`${from.name}.`)) return namedGoType(ref.name);
      const local = ref.name.slice(from.name.length + 1);
      return local in from.structs ? declaredType(from, local) : scalarType('string', `${from.goName}.${local}`);
    }
    default:
      throw new RangeError(`no field of a declared struct has a type of the form ${ref.kind}`);
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
