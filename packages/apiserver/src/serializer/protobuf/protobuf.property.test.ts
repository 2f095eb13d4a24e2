import type { JsonObject } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { packageNames, type TypeName, typesOf } from '@kb/kubernetes/data';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namedGoType } from '../compile-go-type.ts';
import { DecodeContext } from '../decode-context.ts';
import { DecodeError } from '../decode-error.ts';
import { arbitraryOfType } from './test-support/arbitrary-of-type.ts';
import { namedWireType } from './compile-wire-type.ts';
import { fromMessage } from './decode-protobuf.ts';
import { toMessage } from './encode-protobuf.ts';
import { decodeProtobuf, encodeProtobuf } from './index.ts';
import { isEnvelope } from './envelope.ts';

const types: TypeName[] = packageNames()
  .flatMap((name) => typesOf(name))
  .filter(({ struct, protobuf }) => struct && protobuf !== 'none')
  .map(({ name }) => name);

const decoded = (type: TypeName, value: JsonObject): JsonObject =>
  namedGoType(type).decode(value, new DecodeContext({ forStorage: true })) as JsonObject;

describe('protobuf', () => {
  test('has a form for every type', () => {
    expect(types.length).toBeGreaterThan(900);
    for (const type of types) expect(namedWireType(type).zero()).toBeDefined();
  });

  test('holds the same values as JSON, for every type', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types).chain((type) => fc.tuple(fc.constant(type), arbitraryOfType(type))),
        ([type, given]) => {
          const value = decoded(type, given);
          const message = toMessage(type, value);
          expect(stringifyJson(decoded(type, fromMessage(type, message)))).toBe(stringifyJson(value));
          expect(Buffer.compare(toMessage(type, fromMessage(type, message)), message)).toBe(0);
        },
      ),
      { numRuns: 2000 },
    );
  });

  const pod = encodeProtobuf({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'p', labels: { a: 'b' }, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { containers: [{ name: 'c', ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1' } } }] },
  });

  test('throws nothing but a DecodeError for messages that are damaged anywhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(pod.length - 1), fc.nat(255)), { maxLength: 4 }),
        fc.nat(pod.length),
        (changes, length) => {
          const broken = pod.slice(0, length);
          for (const [at, byte] of changes) if (at < length) broken[at] = byte;
          expectDecodedOrRefused(broken);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('throws nothing but a DecodeError for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const body = new Uint8Array([...pod.subarray(0, 15), 18, noise.length & 127, ...noise.subarray(0, 127)]);
        expect(isEnvelope(body)).toBe(true);
        expectDecodedOrRefused(body);
        expectDecodedOrRefused(noise);
      }),
      { numRuns: 3000 },
    );
  });
});

function expectDecodedOrRefused(body: Uint8Array): void {
  expect(outcomeOf(body)).toMatch(/^(?:decoded|refused)$/);
}

function outcomeOf(body: Uint8Array): string {
  try {
    return typeof decodeProtobuf(body) === 'object' ? 'decoded' : 'decoded into something else';
  } catch (error) {
    return error instanceof DecodeError ? 'refused' : String(error);
  }
}
