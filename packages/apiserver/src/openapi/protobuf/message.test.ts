import type { JsonObject } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { version2Protobuf } from './version-2-protobuf.ts';
import { version3Protobuf } from './version-3-protobuf.ts';

// The bytes of kube-apiserver: field and wire type, length, content.
const text = (field: number, value: string): number[] => part(field, [...new TextEncoder().encode(value)]);
const part = (field: number, bytes: readonly number[]): number[] => [...varint(field * 8 + 2), bytes.length, ...bytes];
const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, Math.floor(value / 128)]);

function resultOf<T>(work: Iterator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

test.each<[string, JsonObject, number[]]>([
  ['a text', { swagger: '2.0' }, text(1, '2.0')],
  ['a message', { info: { title: 'K', version: '1' } }, part(2, [...text(1, 'K'), ...text(2, '1')])],
  [
    'a definition',
    { definitions: { A: { type: 'object', required: [''], minimum: 0, 'x-kubernetes-list-type': 'set' } } },
    part(
      9,
      part(1, [
        ...text(1, 'A'),
        ...part(2, [
          ...part(19, []),
          ...part(22, text(1, 'object')),
          ...part(31, [...text(1, 'x-kubernetes-list-type'), ...part(2, text(2, 'set\n'))]),
        ]),
      ]),
    ),
  ],
  [
    'a shared parameter',
    { paths: { '/x': { parameters: [{ $ref: '#/p' }] } } },
    part(8, part(2, [...text(1, '/x'), ...part(2, part(9, part(2, text(1, '#/p'))))])),
  ],
])('version 2: %s', (_, document, bytes) => expect([...resultOf(version2Protobuf(document))]).toEqual(bytes));

test.each<[string, JsonObject, number[]]>([
  ['its version', { info: { title: 'K', version: '1' } }, part(2, [...text(1, 'K'), ...text(6, '1')])],
  [
    'defaults, be they zero',
    { components: { schemas: { A: { default: false } } } },
    part(5, part(1, part(1, [...text(1, 'A'), ...part(2, part(1, part(33, [0x10, 0])))]))),
  ],
  [
    'a reference',
    { components: { schemas: { A: { allOf: [{ $ref: '#/s' }], default: {} } } } },
    part(
      5,
      part(1, part(1, [...text(1, 'A'), ...part(2, part(1, [...part(26, part(2, text(1, '#/s'))), ...part(33, [])]))])),
    ),
  ],
  [
    'an operation, and the parameters of its path',
    { paths: { '/x': { parameters: [{ $ref: '#/p' }], get: { operationId: 'read' } } } },
    part(
      4,
      part(1, [...text(1, '/x'), ...part(2, [...part(4, text(5, 'read')), ...part(13, part(2, text(1, '#/p')))])]),
    ),
  ],
])('version 3: %s', (_, document, bytes) => expect([...resultOf(version3Protobuf(document))]).toEqual(bytes));
