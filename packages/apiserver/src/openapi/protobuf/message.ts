import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { ProtobufWriter } from '../../serializer/protobuf/protobuf-writer.ts';
import { plainYaml } from './plain-yaml.ts';

/** Writes a value as a field of a message, or nothing if it is empty. Fields are written from the last to the first. */
export type WriteField = (writer: ProtobufWriter, number: number, value: JsonValue) => void;

/** A field: its number, its member, and its writer. */
export type Field = readonly [number: number, member: string, write: WriteField];

/** Fields with consecutive numbers. */
export function numbered(first: number, ...rows: readonly (readonly [member: string, write: WriteField])[]): Field[] {
  return rows.map(([member, write], index) => [first + index, member, write]);
}

/** The members whose names begin with `x-`, together. */
export const EXTENSIONS = 'x-*';
/** All members whose names begin with a slash, together. */
export const PATHS = '/*';
/** All members, together. */
export const MEMBERS = '*';

const LENGTH_DELIMITED = 2;
const VARINT = 0;
const FIXED_64 = 1;

function delimited(writer: ProtobufWriter, number: number, write: () => void): void {
  const before = writer.length;
  write();
  end(writer, number, before);
}

/** Ends a part that began at a length: writes what stands before it. */
function end(writer: ProtobufWriter, number: number, before: number): void {
  writer.varint(writer.length - before);
  writer.tag(number, LENGTH_DELIMITED);
}

/** Writes a complete message. */
export function writeMessage(fields: readonly Field[], value: JsonObject): Uint8Array {
  const writer = new ProtobufWriter();
  writeFields(writer, fields, value);
  return writer.finish();
}

/** Writes a field as {@link WriteField} does, in steps between which it yields. */
export type WriteInSteps = (writer: ProtobufWriter, number: number, value: JsonValue) => Iterable<void>;

/** A field that can be large. */
export type LargeField = readonly [number: number, member: string, write: WriteField | WriteInSteps];

/** A message whole, in steps. */
export function* messageInSteps(fields: readonly LargeField[], value: JsonObject): Generator<void, Uint8Array> {
  const writer = new ProtobufWriter();
  yield* writeLargeFields(writer, fields, value);
  return writer.finish();
}

function* writeLargeFields(writer: ProtobufWriter, fields: readonly LargeField[], value: JsonObject): Generator<void> {
  for (const [number, member, write] of fields.toReversed()) {
    const part = partOf(value, member);
    const steps = part === undefined ? undefined : write(writer, number, part);
    if (steps) yield* steps;
  }
}

/** A message with large fields, in steps. */
export const largeMessage = (fields: readonly LargeField[]): WriteInSteps =>
  function* (writer, number, value) {
    if (!isJsonObject(value)) return;
    const before = writer.length;
    yield* writeLargeFields(writer, fields, value);
    end(writer, number, before);
  };

/** The members of a large map, as {@link named} writes them, a member a step. */
export const manyNamed = (write: WriteField): WriteInSteps =>
  function* (writer, number, value) {
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value).reverse()) {
      yield;
      writeNamed(writer, number, write, [name, member]);
    }
  };

function writeFields(writer: ProtobufWriter, fields: readonly Field[], value: JsonObject): void {
  for (const [number, member, write] of fields.toReversed()) {
    const part = partOf(value, member);
    if (part !== undefined) write(writer, number, part);
  }
}

function partOf(value: JsonObject, member: string): JsonValue | undefined {
  if (member === MEMBERS) return value;
  const prefix = member === EXTENSIONS ? 'x-' : member === PATHS ? '/' : undefined;
  if (prefix === undefined) return value[member];
  return Object.fromEntries(Object.entries(value).filter(([name]) => name.startsWith(prefix)));
}

/** Writes one of several scalars: a given value is written, even zero. */
export const scalarOf =
  (numbers: { readonly number: number; readonly boolean: number; readonly string: number }): WriteField =>
  (writer, at, value) =>
    delimited(writer, at, () => {
      if (typeof value === 'number') {
        writer.double(value);
        writer.tag(numbers.number, FIXED_64);
      } else if (typeof value === 'boolean') {
        writer.varint(value ? 1 : 0);
        writer.tag(numbers.boolean, VARINT);
      } else if (typeof value === 'string') {
        delimited(writer, numbers.string, () => writer.text(value));
      }
    });

/** Writes a string unless it is empty. */
export const string: WriteField = (writer, number, value) => {
  if (typeof value === 'string' && value !== '') delimited(writer, number, () => writer.text(value));
};

/** Writes a string even if it is empty, as Go's generated code does for values that are not pointers. */
export const requiredString: WriteField = (writer, number, value) => {
  if (typeof value === 'string') delimited(writer, number, () => writer.text(value));
};

/** Writes a message with a given function. */
export const embedded =
  (write: (value: JsonValue) => Uint8Array): WriteField =>
  (writer, number, value) =>
    delimited(writer, number, () => writer.raw(write(value)));

/** Writes a boolean unless it is false. */
export const boolean: WriteField = (writer, number, value) => {
  if (value !== true) return;
  writer.varint(1);
  writer.tag(number, VARINT);
};

/** Writes an integer unless it is zero. */
export const integer: WriteField = (writer, number, value) => {
  if (typeof value !== 'number' || value === 0) return;
  writer.integer(value);
  writer.tag(number, VARINT);
};

/** Writes a number unless it is zero. */
export const double: WriteField = (writer, number, value) => {
  if (typeof value !== 'number' || value === 0) return;
  writer.double(value);
  writer.tag(number, FIXED_64);
};

/** Writes a value of any type, as YAML. */
export const any: WriteField = (writer, number, value) => {
  delimited(writer, number, () => string(writer, 2, plainYaml(value)));
};

/** Writes a message. `fields` is a function because messages contain each other. */
export const message =
  (fields: () => readonly Field[]): WriteField =>
  (writer, number, value) => {
    if (isJsonObject(value)) delimited(writer, number, () => writeFields(writer, fields(), value));
  };

/** Writes each element of a list, or a single value. */
export const list =
  (write: WriteField): WriteField =>
  (writer, number, value) => {
    for (const element of Array.isArray(value) ? value.toReversed() : [value]) write(writer, number, element);
  };

/** Writes strings. An empty one is significant in a list. */
export const strings: WriteField = list(requiredString);

/** Wraps a value in a message with a single field. */
export const wrapped =
  (write: WriteField, at = 1): WriteField =>
  (writer, number, value) =>
    delimited(writer, number, () => write(writer, at, value));

/** Writes the members of a map, each as a message of its name and its value. */
export const named =
  (write: WriteField): WriteField =>
  (writer, number, value) => {
    if (!isJsonObject(value)) return;
    for (const entry of Object.entries(value).reverse()) writeNamed(writer, number, write, entry);
  };

function writeNamed(
  writer: ProtobufWriter,
  number: number,
  write: WriteField,
  [name, member]: readonly [name: string, member: JsonValue],
): void {
  delimited(writer, number, () => {
    write(writer, 2, member);
    string(writer, 1, name);
  });
}
