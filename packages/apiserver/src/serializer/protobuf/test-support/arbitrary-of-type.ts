import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { type TypeData, type TypeName, typeOf, type TypeRef } from '@kb/kubernetes/data';
import fc from 'fast-check';

/** The maximum depth of values. */
const MAX_DEPTH = 5;

/** Generates values of a struct of the data file as JSON that a client could send. */
export function arbitraryOfType(name: TypeName): fc.Arbitrary<JsonObject> {
  const data = typeOf(name);
  if (!data) throw new RangeError(`the data file has no type "${name}"`);
  return ofStruct(data, 0);
}

const text = fc.oneof(fc.constantFrom('', 'a', 'a-b', 'x/y', 'ü', '😀'), fc.string({ unit: 'binary', maxLength: 6 }));
const json = fc.constantFrom<JsonValue>({ a: [1, null, 'x'] }, [], 'text', 0, true);

/** The types that have a special form in JSON. */
const wellKnown: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  'meta/v1.Time': fc
    .integer({ min: -62_135_596_800, max: 253_402_300_799 })
    .map((seconds) => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')),
  'meta/v1.MicroTime': fc
    .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.nat(999_999))
    .map(([seconds, micros]) =>
      new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, `.${String(micros).padStart(6, '0')}Z`),
    ),
  'meta/v1.Duration': fc.constantFrom('0s', '1h30m0s', '-1.5s', '300ms'),
  'meta/v1.FieldsV1': fc.constant({ 'f:a': { '.': {} } }),
  'resource.Quantity': fc.constantFrom('0', '1', '100m', '2Gi', '-5', '1500M'),
  'intstr.IntOrString': fc.oneof(fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }), text),
  'runtime.RawExtension': json,
  'apiextensions/v1.JSON': json,
  'apiextensions/v1.JSONSchemaPropsOrArray': fc.constantFrom<JsonValue>({ type: 'string' }, [{ type: 'string' }, {}]),
  'apiextensions/v1.JSONSchemaPropsOrBool': fc.constantFrom<JsonValue>({ type: 'string' }, true, false),
  'apiextensions/v1.JSONSchemaPropsOrStringArray': fc.constantFrom<JsonValue>({ type: 'string' }, ['a', 'b']),
};

function ofStruct(data: TypeData, depth: number): fc.Arbitrary<JsonObject> {
  const fields: Record<string, fc.Arbitrary<JsonValue>> = {};
  const add = ({ inline, fields: own }: TypeData): void => {
    for (const { type } of inline) {
      const embedded = type.kind === 'named' ? typeOf(type.name) : undefined;
      if (embedded && embedded.localName !== 'TypeMeta') add(embedded);
    }
    for (const { name, type } of own) {
      const value = ofRef(type, depth + 1);
      if (value) fields[name] = value;
    }
  };
  add(data);
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

function ofRef(ref: TypeRef, depth: number): fc.Arbitrary<JsonValue> | undefined {
  if (depth > MAX_DEPTH) return undefined;
  switch (ref.kind) {
    case 'scalar':
      if (ref.name === 'string') return text;
      if (ref.name === 'bool') return fc.boolean();
      if (ref.name.startsWith('float'))
        return fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
      return ref.name.endsWith('64') || ref.name === 'int' ? fc.oneof(fc.integer(), fc.maxSafeInteger()) : fc.integer();
    case 'bytes':
      return fc.uint8Array({ minLength: 1, maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('base64'));
    case 'any':
      return undefined;
    case 'list': {
      const items = ofRef(ref.items, depth + 1);
      return items && fc.array(items, { maxLength: 2 });
    }
    case 'map': {
      const values = ofRef(ref.values, depth + 1);
      return values && fc.dictionary(text, values, { maxKeys: 2 });
    }
    case 'named':
      return wellKnown[ref.name] ?? ofNamed(ref.name, depth);
  }
}

function ofNamed(name: TypeName, depth: number): fc.Arbitrary<JsonValue> | undefined {
  const data = typeOf(name);
  if (!data) throw new RangeError(`the data file has no type "${name}"`);
  return data.struct ? ofStruct(data, depth) : data.type && ofRef(data.type, depth);
}
