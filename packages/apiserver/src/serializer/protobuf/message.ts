import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, setOwn } from '@kb/apimachinery/codec';
import { own } from '../../objects/api-object.ts';
import type { WireField } from './fields.ts';
import type { ProtobufReader } from './protobuf-reader.ts';
import type { WireType } from './wire-type.ts';

/** Where the value of a field is: under a name, or, for an embedded struct, in the object itself. */
export interface MessageField {
  /** Undefined: an embedded struct, whose fields are the object's own. */
  readonly name: string | undefined;
  readonly field: WireField;
}

/**
 * Returns the wire type of a message that is an object in JSON. Its fields are resolved on first use: types can be
 * recursive.
 */
export function messageType(goName: string, makeFields: () => readonly MessageField[]): WireType {
  let compiled: { readonly falling: readonly MessageField[]; readonly byNumber: ReadonlyMap<number, MessageField> };
  const fields = (): typeof compiled => {
    if (compiled === undefined) {
      const made = makeFields();
      compiled = {
        falling: made.toSorted((a, b) => b.field.number - a.field.number),
        byNumber: new Map(made.map((each) => [each.field.number, each])),
      };
    }
    return compiled;
  };
  return {
    wire: 2,
    write: (writer, value) => {
      const object = isJsonObject(value) ? value : {};
      for (const { name, field } of fields().falling)
        field.write(writer, name === undefined ? object : Object.hasOwn(object, name) ? object[name] : undefined);
    },
    read: (reader, before) => {
      const object: JsonObject = isJsonObject(before) ? before : {};
      const { byNumber } = fields();
      while (!reader.done) {
        const { number, wire } = reader.tag(goName);
        const known = byNumber.get(number);
        if (known === undefined) {
          reader.skip(wire);
          continue;
        }
        const { name, field } = known;
        const value = field.read(reader, wire, name === undefined ? object : own(object, name));
        if (name === undefined) continue;
        // Go sends zero values, which JSON leaves out.
        if (field.isZero(value)) delete object[name];
        else setOwn(object, name, value);
      }
      return object;
    },
    zero: () => ({}),
  };
}

/**
 * Returns the wire type of a message with a few fixed fields that has another form in JSON: the value is converted into
 * fields before it is written, and back after it is read.
 */
export function convertedMessage(
  message: WireType,
  {
    toMessage,
    fromMessage,
    zero,
  }: {
    readonly toMessage: (value: unknown) => unknown;
    readonly fromMessage: (message: JsonObject) => JsonValue;
    readonly zero: JsonValue;
  },
): WireType {
  return {
    wire: 2,
    write: (writer, value) => {
      const fields = toMessage(value);
      if (fields !== undefined) message.write(writer, fields);
    },
    read: (reader: ProtobufReader) => {
      if (reader.done) return zero;
      const fields = message.read(reader);
      return isJsonObject(fields) ? fromMessage(fields) : zero;
    },
    zero: () => zero,
  };
}
