import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type FieldData, typeOf, type TypeRef } from '@kb/kubernetes/data';
import type { Problem } from '../facts/check-webhook.ts';

/**
 * Returns a value as Go writes it after reading it into a built-in type: empty fields marked `omitempty` are omitted.
 * Adds to `problems` what does not fit: unknown fields, which Go drops silently, values of other types, and values
 * outside an enumeration.
 */
export function conformToType(value: JsonValue, type: TypeRef, path: string, problems: Problem[]): JsonValue {
  const wrong = (expected: string): JsonValue => {
    problems.push({ path, message: `is ${JSON.stringify(value)}: expected ${expected}` });
    return value;
  };
  switch (type.kind) {
    case 'scalar':
      return scalarFits(value, type.name) ? value : wrong(scalarNames[type.name] ?? type.name);
    case 'bytes':
      return typeof value === 'string' && /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(value)
        ? value
        : wrong('base64 text');
    case 'any':
      return value;
    case 'list':
      return Array.isArray(value)
        ? value.map((item, index) => conformToType(item, type.items, `${path}[${index}]`, problems))
        : wrong('a list');
    case 'map':
      return isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, item]) => [
              key,
              conformToType(item, type.values, `${path}[${JSON.stringify(key)}]`, problems),
            ]),
          )
        : wrong('keys and values');
    case 'named': {
      const data = typeOf(type.name);
      if (data === undefined) throw new RangeError(`the data file has no type "${type.name}"`);
      if (data.struct)
        return isJsonObject(value) ? conformObject(value, type.name, path, problems) : wrong('an object');
      if (data.enum !== undefined && !data.enum.some((allowed) => allowed === value))
        return wrong(`one of ${data.enum.join(', ')}`);
      return data.type === undefined ? value : conformToType(value, data.type, path, problems);
    }
  }
}

function conformObject(value: JsonObject, typeName: string, path: string, problems: Problem[]): JsonObject {
  const fields = new Map(fieldsOf(typeName).map((field) => [field.name, field]));
  const result: JsonObject = {};
  for (const [name, given] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    const field = fields.get(name);
    if (field === undefined) problems.push({ path: at, message: 'is not a field of the API' });
    // Null is what Go has before it reads anything.
    else if (given !== null) {
      const fitting = conformToType(given, field.type, at, problems);
      if (!isOmitted(fitting, field)) result[name] = fitting;
    }
  }
  return result;
}

/** A struct's fields, including those of embedded structs. */
function fieldsOf(typeName: string): FieldData[] {
  const type = typeOf(typeName);
  if (type === undefined) throw new RangeError(`the data file has no type "${typeName}"`);
  const embedded = type.inline.flatMap(({ type: inner }) => (inner.kind === 'named' ? fieldsOf(inner.name) : []));
  return [...embedded, ...type.fields];
}

function isOmitted(value: JsonValue, { omit, type }: FieldData): boolean {
  if (omit !== 'empty' || type.pointer === true) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return type.kind === 'map' && Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false;
}

const scalarNames: Readonly<Record<string, string>> = {
  string: 'text',
  bool: 'true or false',
  int32: 'a whole number of 32 bits',
  int64: 'a whole number',
};

function scalarFits(value: JsonValue, name: string): boolean {
  if (name === 'string') return typeof value === 'string';
  if (name === 'bool') return typeof value === 'boolean';
  if (typeof value !== 'number') return false;
  return name.startsWith('float') || (Number.isInteger(value) && (name !== 'int32' || value === (value | 0)));
}
