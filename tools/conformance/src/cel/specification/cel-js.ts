import { Environment, Optional, type ParseResult } from '@marcbachmann/cel-js';
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import type { Type } from '@bufbuild/cel-spec/cel/expr/checked_pb.js';
import { Type_PrimitiveType, Type_WellKnownType } from '@bufbuild/cel-spec/cel/expr/checked_pb.js';
import { bytes, type CelValue, duration, mapOf, scalar, timestamp } from './cel-value.ts';
import type { SpecCase } from './spec-cases.ts';
import type { CelImplementation } from './implementation.ts';

const TIMESTAMP = 'google.protobuf.Timestamp';
const DURATION = 'google.protobuf.Duration';

/** `@marcbachmann/cel-js`. Its tree has other nodes than cel-go's, and no types that a caller could read. */
export const celJs: CelImplementation = {
  name: '@marcbachmann/cel-js',
  parse(text) {
    environmentOf([]).parse(text);
    return undefined;
  },
  typeOf(spec) {
    const { type, error } = parsed(spec).check();
    if (error !== undefined) throw error;
    return typeName(type ?? '');
  },
  evaluate(spec) {
    const values = Object.entries(spec.bindings).map(([name, value]) => [name, nativeOf(value)] as const);
    return valueOf(parsed(spec)(Object.fromEntries(values)));
  },
};

function parsed(spec: SpecCase): ParseResult {
  return environmentOf(spec.variables).parse(spec.expression);
}

function environmentOf(variables: SpecCase['variables']): Environment {
  const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  for (const { name, declKind } of variables)
    if (declKind.case === 'ident') environment.registerVariable(name, declared(declKind.value.type));
  return environment;
}

function declared(type: Type | undefined): string {
  const kind = type?.typeKind;
  switch (kind?.case) {
    case 'primitive':
      return Type_PrimitiveType[kind.value].toLowerCase().replace('64', '');
    case 'wellKnown':
      return kind.value === Type_WellKnownType.DURATION ? DURATION : TIMESTAMP;
    case 'listType':
      return `list<${declared(kind.value.elemType)}>`;
    case 'mapType':
      return `map<${declared(kind.value.keyType)}, ${declared(kind.value.valueType)}>`;
    case 'null':
      return 'null';
    default:
      return 'dyn';
  }
}

/** A type as cel-go prints it. */
function typeName(name: string): string {
  if (name === 'list') return 'list(dyn)';
  if (name === 'map') return 'map(dyn, dyn)';
  return name
    .replaceAll('optional<', 'optional_type(')
    .replaceAll('<', '(')
    .replaceAll('>', ')')
    .replaceAll(TIMESTAMP, 'timestamp')
    .replaceAll(DURATION, 'duration');
}

function nativeOf({ type, text = '', items = [], entries = [] }: CelValue): unknown {
  switch (type) {
    case 'bool':
      return text === 'true';
    case 'int':
      return BigInt(text);
    case 'uint':
      return new UnsignedInt(BigInt(text));
    case 'double':
      return Number(text);
    case 'string':
      return text;
    case 'bytes':
      return new Uint8Array(Buffer.from(text, 'base64'));
    case 'null_type':
      return null;
    case 'list':
      return items.map(nativeOf);
    case 'map':
      return new Map(
        entries.flatMap((key, index) => (index % 2 === 0 ? [[nativeOf(key), nativeAt(entries, index + 1)]] : [])),
      );
    case TIMESTAMP:
      return new Date(text);
    case DURATION:
      return new Duration(BigInt(text) / 1_000_000_000n, Number(BigInt(text) % 1_000_000_000n));
    default:
      throw new Error(`a binding of the type ${type}`);
  }
}

function nativeAt(values: readonly CelValue[], index: number): unknown {
  const value = values[index];
  return value === undefined ? undefined : nativeOf(value);
}

function valueOf(native: unknown): CelValue {
  switch (typeof native) {
    case 'boolean':
      return scalar('bool', native);
    case 'bigint':
      return scalar('int', native);
    case 'number':
      return scalar('double', native);
    case 'string':
      return scalar('string', native);
    case 'object':
      return native === null ? scalar('null_type', 'null') : objectOf(native);
    default:
      throw new Error(`a value of the type ${typeof native}`);
  }
}

function objectOf(native: object): CelValue {
  if (native instanceof Uint8Array) return bytes(native);
  if (native instanceof UnsignedInt) return scalar('uint', native.value);
  if (native instanceof Duration) return duration(native.seconds, native.nanos);
  if (native instanceof Optional)
    return { type: 'optional_type', ...(native.hasValue() && { items: [valueOf(native.value())] }) };
  if (native instanceof Date) {
    const milliseconds = native.getTime();
    const seconds = Math.floor(milliseconds / 1000);
    return timestamp(BigInt(seconds), (milliseconds - seconds * 1000) * 1_000_000);
  }
  if (native instanceof Set || Array.isArray(native)) return { type: 'list', items: [...native].map(valueOf) };
  if (native instanceof Map) return mapOf([...native].map(([key, value]) => [valueOf(key), valueOf(value)] as const));
  // A type of the language has its name, and no class that is exported.
  const name = Object.prototype.toString.call(native).match(/^\[object Type<(.*)>\]$/)?.[1];
  if (name !== undefined) return scalar('type', name === 'null' ? 'null_type' : name);
  return mapOf(Object.entries(native).map(([key, value]) => [scalar('string', key), valueOf(value)] as const));
}
