import { type FieldData, type TypeData, type TypeName, typeOf, type TypeRef } from '@kb/kubernetes/data';
import { mapField, repeatedField, singleField, type WireField } from './fields.ts';
import { type MessageField, messageType } from './message.ts';
import { bytesWire, scalarWire, textWire } from './scalar-wire-types.ts';
import { wellKnownWireType } from './well-known-wire-types.ts';
import type { WireType } from './wire-type.ts';

const named = new Map<TypeName, WireType>();

/**
 * Returns how a type of the data file is sent in protobuf, by its full name (`apps/v1.Deployment`), compiled once.
 * Throws a RangeError for a name that the data file does not have.
 */
export function namedWireType(name: TypeName): WireType {
  let type = named.get(name);
  if (!type) {
    type = wellKnownWireType(name, namedWireType) ?? compileNamed(name);
    named.set(name, type);
  }
  return type;
}

function compileNamed(name: TypeName): WireType {
  const data = typeOf(name);
  if (!data) throw new RangeError(`the data file has no type "${name}"`);
  if (data.struct) return messageType(data.localName, () => fieldsOf(data));
  // A list type that is a message of its own, for example as the value of a map.
  if (data.protobuf === 'message') return listMessage(data);
  if (!data.type) throw new RangeError(`the data file says nothing of the type "${name}"`);
  return compileValue(data.type);
}

/** Compiles the type of a value that is neither a list nor a map. */
function compileValue(ref: TypeRef): WireType {
  switch (ref.kind) {
    case 'scalar':
      return scalarWire(ref.name);
    case 'bytes':
      return bytesWire;
    case 'named':
      return namedWireType(ref.name);
    default:
      throw new RangeError(`a Go type of kind "${ref.kind}" has no form in protobuf`);
  }
}

/** Resolves a name that is an alias of a list or a map; returns other references unchanged. */
function behindName(ref: TypeRef): TypeRef {
  if (ref.kind !== 'named') return ref;
  const data = typeOf(ref.name);
  if (!data?.type || data.protobuf === 'message') return ref;
  return data.type.kind === 'list' || data.type.kind === 'map' ? data.type : ref;
}

function fieldsOf(data: TypeData): MessageField[] {
  const embedded = data.inline
    .filter(({ protobuf }) => protobuf > 0)
    .map(({ type, protobuf }) => ({
      name: undefined,
      field: singleField(
        { number: protobuf, name: type.kind === 'named' ? localName(type.name) : '' },
        compileValue(type),
        false,
      ),
    }));
  const own = data.fields
    .filter(({ protobuf }) => protobuf > 0)
    .map((field) => ({ name: field.name, field: fieldOf(field) }));
  return [...embedded, ...own];
}

function fieldOf({ name, protobuf, type }: FieldData): WireField {
  // Metadata is embedded in Go, under the name of its type.
  const goName = name === 'metadata' && type.kind === 'named' ? localName(type.name) : name;
  const init = { number: protobuf, name: goName };
  const ref = behindName(type);
  switch (ref.kind) {
    case 'list':
      return repeatedField(init, compileValue(ref.items));
    case 'map':
      return mapField(init, compileValue(ref.values));
    case 'bytes':
      return singleField(init, bytesWire, true);
    default:
      return singleField(init, compileValue(ref), type.pointer === true || isListMessage(ref));
  }
}

function localName(name: TypeName): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function isListMessage(ref: TypeRef): boolean {
  return ref.kind === 'named' && typeOf(ref.name)?.protobuf === 'message';
}

/** Returns the wire type of a list of strings that is a message in protobuf and a list in JSON. */
function listMessage(data: TypeData): WireType {
  const items = repeatedField(
    { number: 1, name: 'items' },
    data.type?.kind === 'list' ? compileValue(data.type.items) : textWire,
  );
  return {
    wire: 2,
    write: (writer, value) => items.write(writer, value),
    read: (reader) => {
      let list: ReturnType<WireType['read']> = [];
      while (!reader.done) {
        const { number, wire } = reader.tag(data.localName);
        if (number === 1) list = items.read(reader, wire, list);
        else reader.skip(wire);
      }
      return list;
    },
    zero: () => null,
  };
}
