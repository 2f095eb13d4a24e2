import { type TypeName, typeOf, type TypeRef } from '@kb/kubernetes/data';
import { listType, mapType } from './go-collections.ts';
import { anyType, bytesType, scalarType } from './go-scalars.ts';
import { structType } from './go-struct.ts';
import type { GoType } from './go-type.ts';
import { schemaChoiceType } from './schema-choices.ts';
import { wellKnownType } from './well-known-types.ts';

const named = new Map<TypeName, GoType>();

/**
 * Returns a type of the data file by its full name (`apps/v1.Deployment`), compiled once. Throws a RangeError for a
 * name that the data file does not have.
 */
export function namedGoType(name: TypeName): GoType {
  let type = named.get(name);
  if (!type) {
    type =
      wellKnownType(name) ??
      schemaChoiceType(name, () => namedGoType('apiextensions/v1.JSONSchemaProps')) ??
      compileNamed(name);
    named.set(name, type);
  }
  return type;
}

/** Compiles a type reference of the data file. */
function compileGoType(ref: TypeRef): GoType {
  const type = compileBare(ref);
  return ref.pointer ? pointerTo(type) : type;
}

/** `ownName`: the name of a type that is a list or a map. */
function compileBare(ref: TypeRef, ownName?: string): GoType {
  switch (ref.kind) {
    case 'scalar':
      return scalarType(ref.name);
    case 'bytes':
      return bytesType;
    case 'any':
      return anyType;
    case 'named':
      return namedGoType(ref.name);
    case 'list':
      return listType(() => compileGoType(ref.items), ownName);
    case 'map':
      return mapType(() => compileGoType(ref.values), ownName);
  }
}

function compileNamed(name: TypeName): GoType {
  const data = typeOf(name);
  if (!data) throw new RangeError(`the data file has no type "${name}"`);
  if (data.struct) return structType(data, goName(name), compileGoType);
  if (!data.type) throw new RangeError(`the data file says nothing of the type "${name}"`);
  return data.type.kind === 'scalar' ? scalarType(data.type.name, goName(name)) : compileBare(data.type, goName(name));
}

/** Returns a name as Go prints it: `v1.PodSpec` for `core/v1.PodSpec`. */
function goName(name: TypeName): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Returns the pointer type. A pointer distinguishes null from the zero value: it is empty only if it is nil. */
function pointerTo(type: GoType): GoType {
  return {
    name: type.name,
    decode: (value, context) => (value === null ? null : type.decode(value, context)),
    zero: () => null,
    isEmpty: (value) => value === null,
    alwaysWritten: false,
  };
}
