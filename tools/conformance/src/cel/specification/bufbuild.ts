import {
  type CelInput,
  celEnv,
  celUint,
  type CelValue as Native,
  isCelError,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  parse,
  plan,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { KindAdorner, toDebugString } from '@bufbuild/cel-spec/testdata/to-debug-string.js';
import { create, isMessage } from '@bufbuild/protobuf';
import { DurationSchema, timestampFromDate, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { bytes, type CelValue, duration, mapOf, scalar, timestamp } from './cel-value.ts';
import type { CelImplementation } from './implementation.ts';

const environment = celEnv({ funcs: strings });

/** `@bufbuild/cel`. Its type checker knows constants and variables, and is not exported. */
export const bufbuild: CelImplementation = {
  name: '@bufbuild/cel',
  parse: (text) => toDebugString(parse(text), KindAdorner.singleton),
  evaluate({ expression, bindings }) {
    const result = plan(
      environment,
      parse(expression),
    )(Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, nativeOf(value)])));
    if (isCelError(result)) throw result;
    return valueOf(result);
  },
};

function nativeOf({ type, text = '', items = [], entries = [] }: CelValue): CelInput {
  switch (type) {
    case 'bool':
      return text === 'true';
    case 'int':
      return BigInt(text);
    case 'uint':
      return celUint(BigInt(text));
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
      return nativeMap(entries);
    case 'google.protobuf.Timestamp':
      return timestampFromDate(new Date(text));
    case 'google.protobuf.Duration': {
      const nanoseconds = BigInt(text);
      return create(DurationSchema, {
        seconds: nanoseconds / 1_000_000_000n,
        nanos: Number(nanoseconds % 1_000_000_000n),
      });
    }
    default:
      throw new Error(`a binding of the type ${type}`);
  }
}

function nativeMap(entries: readonly CelValue[]): CelInput {
  const result = new Map<string | bigint | boolean, CelInput>();
  for (let index = 0; index + 1 < entries.length; index += 2) {
    const [key, value] = entries.slice(index, index + 2);
    if (key === undefined || value === undefined) continue;
    const native = nativeOf(key);
    if (typeof native !== 'string' && typeof native !== 'bigint' && typeof native !== 'boolean')
      throw new Error(`a key of the type ${key.type}`);
    result.set(native, nativeOf(value));
  }
  return result;
}

function valueOf(native: Native): CelValue {
  switch (typeof native) {
    case 'boolean':
      return scalar('bool', native);
    case 'bigint':
      return scalar('int', native);
    case 'number':
      return scalar('double', native);
    case 'string':
      return scalar('string', native);
    default:
      return native === null ? scalar('null_type', 'null') : objectOf(native);
  }
}

function objectOf(native: Exclude<Native, boolean | bigint | number | string | null>): CelValue {
  if (native instanceof Uint8Array) return bytes(native);
  if (isCelUint(native)) return scalar('uint', native.value);
  if (isCelList(native)) return { type: 'list', items: [...native].map(valueOf) };
  if (isCelMap(native)) return mapOf([...native].map(([key, value]) => [valueOf(key), valueOf(value)] as const));
  if (isCelType(native)) return scalar('type', native.name);
  const { message } = native;
  if (isMessage(message, TimestampSchema)) return timestamp(message.seconds, message.nanos);
  if (isMessage(message, DurationSchema)) return duration(message.seconds, message.nanos);
  throw new Error(`a message: ${message.$typeName}`);
}
