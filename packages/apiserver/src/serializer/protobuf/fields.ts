import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { compareUtf8, isJsonObject, setOwn } from '@kb/apimachinery/codec';
import { DecodeError } from '../decode-error.ts';
import type { ProtobufReader } from './protobuf-reader.ts';
import type { ProtobufWriter } from './protobuf-writer.ts';
import { bytesWire, textWire } from './scalar-wire-types.ts';
import type { WireType } from './wire-type.ts';

/** A field of a message. */
export interface WireField {
  readonly number: number;
  /** Whether Go treats the value as if the field had not been sent. */
  isZero(value: JsonValue): boolean;
  /** Writes the field with its tag from its JSON value, or nothing if the field is not sent. */
  write(writer: ProtobufWriter, value: unknown): void;
  /** Reads the field, whose tag has already been read; `before` is the value that it already has. */
  read(reader: ProtobufReader, wire: number, before: JsonValue | undefined): JsonValue;
}

/** The number and name of a field. */
export interface FieldInit {
  readonly number: number;
  /** The JSON name, or Go's if it is known, as errors show it. */
  readonly name: string;
}

/** Returns a field with one value. `nilable` fields are written only if they have a value; all others always. */
export function singleField({ number, name }: FieldInit, type: WireType, nilable: boolean): WireField {
  return {
    number,
    isZero: (value) => !nilable && (value === type.zero() || (isJsonObject(value) && Object.keys(value).length === 0)),
    write: (writer, value) => {
      if (nilable && (value === undefined || value === null)) return;
      writeOne(writer, number, type, value);
    },
    read: (reader, wire, before) => {
      if (wire !== type.wire) throw wrongWire(wire, name);
      return readOne(reader, type, before);
    },
  };
}

/** Returns a list field, which is repeated in the message. Numbers may also be packed. */
export function repeatedField({ number, name }: FieldInit, type: WireType): WireField {
  return {
    number,
    isZero: () => false,
    write: (writer, value) => {
      if (!Array.isArray(value)) return;
      for (let index = value.length - 1; index >= 0; index -= 1) writeOne(writer, number, type, value[index]);
    },
    read: (reader, wire, before) => {
      const list = Array.isArray(before) ? before : [];
      if (wire === type.wire) list.push(readOne(reader, type));
      else if (wire === 2) {
        const part = reader.part();
        while (!part.done) list.push(type.read(part));
      } else throw wrongWire(wire, name);
      return list;
    },
  };
}

/** Returns a map field with string keys: a list of entries sorted by key, each a message of key and value. */
export function mapField({ number, name }: FieldInit, type: WireType): WireField {
  return {
    number,
    isZero: () => false,
    write: (writer, value) => {
      if (!isJsonObject(value)) return;
      for (const key of Object.keys(value).sort(compareUtf8).reverse()) {
        const end = writer.length;
        const entry = value[key];
        // Only byte values can be absent.
        if (entry !== null || type !== bytesWire) writeOne(writer, 2, type, entry);
        writeOne(writer, 1, textWire, key);
        writer.varint(writer.length - end);
        writer.tag(number, 2);
      }
    },
    read: (reader, wire, before) => {
      if (wire !== 2) throw wrongWire(wire, name);
      const map: JsonObject = isJsonObject(before) ? before : {};
      const entry = reader.part();
      let key = '';
      let value: JsonValue | undefined;
      while (!entry.done) {
        const tag = entry.tag('entry');
        // Go ignores the wire types in an entry.
        if (tag.number === 1) key = entry.part().text();
        else if (tag.number === 2) value = readOne(entry, type);
        else entry.skip(tag.wire);
      }
      setOwn(map, key, value ?? type.zero());
      return map;
    },
  };
}

function writeOne(writer: ProtobufWriter, number: number, type: WireType, value: unknown): void {
  const end = writer.length;
  type.write(writer, value);
  if (type.wire === 2) writer.varint(writer.length - end);
  writer.tag(number, type.wire);
}

function readOne(reader: ProtobufReader, type: WireType, before?: JsonValue): JsonValue {
  return type.read(type.wire === 2 ? reader.part() : reader, before);
}

function wrongWire(wire: number, name: string): DecodeError {
  return new DecodeError(`proto: wrong wireType = ${wire} for field ${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
}
