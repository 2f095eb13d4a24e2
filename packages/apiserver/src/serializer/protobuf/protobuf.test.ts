import type { JsonObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { decodeProtobuf, decodeWatchEvent, encodeProtobuf } from './index.ts';
import { fromMessage } from './decode-protobuf.ts';
import { toMessage, toPartialMetadata } from './encode-protobuf.ts';
import { readEnvelope } from './envelope.ts';
import { protobufListPieces } from './list-pieces.ts';
import { ProtobufWriter } from './protobuf-writer.ts';
import { writeWatchFrame } from './watch-frame.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...Buffer.from(part)])));

/** Returns a message in the envelope of a kind, as kube-apiserver writes it. */
const enveloped = (kind: string, ...message: (string | number)[]): Uint8Array => {
  const raw = bytes(...message);
  return bytes('k8s', 0, 10, kind.length + 6, 10, 2, 'v1', 18, kind.length, kind, 18, raw.length, ...raw, 26, 0, 34, 0);
};

const META = [10, 0, 18, 0, 26, 0, 34, 0, 42, 0, 50, 0, 56, 0, 66, 0];
const named = (name: string): (string | number)[] => [
  10,
  META.length + name.length,
  10,
  name.length,
  name,
  ...META.slice(2),
];

describe('objects in protobuf', () => {
  test.each<[string, JsonObject, Uint8Array]>([
    [
      'always have what Go cannot tell from nothing',
      { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } },
      enveloped('ConfigMap', ...named('a')),
    ],
    [
      'have maps in the order of their keys',
      { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { b: '2', a: '1' } },
      enveloped('ConfigMap', ...named('a'), 18, 6, 10, 1, 'a', 18, 1, '1', 18, 6, 10, 1, 'b', 18, 1, '2'),
    ],
    [
      'have bytes as they are',
      { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'a' }, data: { a: 'AAH/' } },
      enveloped('Secret', ...named('a'), 18, 8, 10, 1, 'a', 18, 3, 0, 1, 255, 26, 0),
    ],
    [
      'have times in seconds, and pointers where they are there',
      {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { name: 'a', creationTimestamp: '1970-01-01T00:02:08Z' },
        immutable: false,
      },
      enveloped('ConfigMap', 10, 22, 10, 1, 'a', ...META.slice(2, -2), 66, 5, 8, 128, 1, 16, 0, 32, 0),
    ],
  ])('%s', (_, object, wanted) => {
    expect(hex(encodeProtobuf(object))).toBe(hex(wanted));
    expect(decodeProtobuf(wanted)).toEqual(object);
  });

  test('have negative and large integers', () => {
    const object = {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: { generation: 9007199254740993n },
      involvedObject: {},
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      count: -1,
      eventTime: '2026-01-02T03:04:05.123457Z',
      reportingComponent: '',
      reportingInstance: '',
    };
    expect(decodeProtobuf(encodeProtobuf(object))).toEqual(object);
  });

  test('are the same for the schemas of definitions, in which one member has several forms', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'string', default: 'x' } },
        b: { type: 'object', additionalProperties: false },
        c: { type: 'object', additionalProperties: { type: 'integer', minimum: -1.5 } },
        d: { enum: ['x', 1, null, { y: [] }] },
      },
    };
    const object = {
      kind: 'CustomResourceDefinition',
      apiVersion: 'apiextensions.k8s.io/v1',
      metadata: { name: 'a' },
      spec: {
        group: 'g',
        names: { plural: 'a', kind: 'A' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
      status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null },
    };
    expect(decodeProtobuf(encodeProtobuf(object))).toEqual(object);
  });

  test('do not exist for unknown kinds', () => {
    expect(() => encodeProtobuf({ kind: 'Widget', apiVersion: 'lab.example.com/v1' })).toThrow(RangeError);
    expect(() => encodeProtobuf({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' })).toThrow(RangeError);
    expect(() => encodeProtobuf({ kind: 'ObjectMeta', apiVersion: 'v1' })).toThrow(RangeError);
  });

  test('are encoded once as long as the object exists', () => {
    const object = Object.freeze({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } });
    const envelope = encodeProtobuf(object);
    expect(encodeProtobuf(object)).toBe(envelope);
    const message = toMessage('core/v1.ConfigMap', object);
    expect(hex(message)).toBe(hex(readEnvelope(envelope).raw));
    expect(message.buffer).toBe(envelope.buffer);
  });
});

describe('other documents in protobuf', () => {
  test('lists of metadata have their fields in reverse order in their first version', () => {
    const items = [toPartialMetadata({ metadata: { name: 'a' } })];
    const list = (apiVersion: string): string =>
      hex(
        readEnvelope(
          Buffer.concat([...protobufListPieces({ apiVersion, kind: 'PartialObjectMetadataList' }, {}, items)]),
        ).raw,
      );
    const item = hex(bytes(META.length + 3, ...named('a')));
    const metadata = '060a0012001a00';
    expect(list('meta.k8s.io/v1')).toBe(`0a${metadata}12${item}`);
    expect(list('meta.k8s.io/v1beta1')).toBe(`0a${item}12${metadata}`);
  });

  test('watch events begin with their length', () => {
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } };
    const frame = writeWatchFrame('ADDED', encodeProtobuf(object));
    expect(new DataView(frame.buffer).getUint32(0)).toBe(frame.length - 4);
    expect(decodeWatchEvent(frame.subarray(4))).toEqual({ type: 'ADDED', object });
  });
});

describe('bytes that are not protobuf', () => {
  const ENVELOPE = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]';
  test.each<[string, Uint8Array, string]>([
    ['nothing', bytes(), 'empty data'],
    ['text', bytes('{"kind":"ConfigMap"}'), ENVELOPE],
    ['a beginning', bytes('k8s', 0), 'empty body'],
    ['an envelope that is cut off', bytes('k8s', 0, 10, 200), 'unexpected EOF'],
    ['an envelope of another form', bytes('k8s', 0, 8, 1), 'proto: wrong wireType = 0 for field TypeMeta'],
    ['a text that is longer than all', enveloped('ConfigMap', 10, 3, 10, 9, 'a'), 'unexpected EOF'],
    ['another wire type', enveloped('ConfigMap', 8, 1), 'proto: wrong wireType = 0 for field ObjectMeta'],
    ['field 0', enveloped('ConfigMap', 2, 0), 'proto: ConfigMap: illegal tag 0 (wire type 2)'],
    ['the end of a group', enveloped('ConfigMap', 12), 'proto: ConfigMap: wiretype end group for non-group'],
    ['an unknown wire type', enveloped('ConfigMap', 255, 7), 'proto: illegal wireType 7'],
    [
      'a length that is negative',
      enveloped('ConfigMap', 10, ...Array.from({ length: 9 }, () => 255), 1),
      'proto: negative length found during unmarshaling',
    ],
    [
      'a number without an end',
      enveloped('ConfigMap', 10, ...Array.from({ length: 10 }, () => 255), 1),
      'proto: integer overflow',
    ],
  ])('%s', (_, body, message) => {
    expect(() => decodeProtobuf(body)).toThrow(expect.objectContaining({ name: 'DecodeError', message }));
  });

  test('are refused if they nest too deeply', () => {
    // `not` is field 28 of a schema.
    const schema = (depth: number): Uint8Array => {
      const writer = new ProtobufWriter();
      for (let level = 0; level < depth; level += 1) {
        writer.varint(writer.length);
        writer.varint(28 * 8 + 2);
      }
      return writer.finish();
    };
    expect(depthOf(fromMessage('apiextensions/v1.JSONSchemaProps', schema(900)))).toBe(901);
    expect(() => fromMessage('apiextensions/v1.JSONSchemaProps', schema(100_000))).toThrow('exceeded max depth');
  });

  test('unknown fields are skipped, groups included', () => {
    const unknown = [
      155,
      6,
      8,
      1,
      18,
      1,
      'x',
      156,
      6,
      154,
      6,
      1,
      'x',
      157,
      6,
      1,
      2,
      3,
      4,
      153,
      6,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
    ];
    expect(decodeProtobuf(enveloped('ConfigMap', ...unknown, ...named('a')))).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'a' },
    });
  });
});

function depthOf(value: unknown): number {
  let depth = 0;
  for (let at = value; typeof at === 'object' && at !== null; at = (at as { not?: unknown }).not) depth += 1;
  return depth;
}
