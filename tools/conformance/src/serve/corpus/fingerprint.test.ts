import type { Answer } from '@kb/apiserver/recorded';
import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

function refusal(fields: readonly string[], text = 'Invalid value'): Answer {
  const causes = fields.map((field) => ({ reason: 'FieldValueInvalid', message: text, field }));
  const message = `it is invalid: [${fields.map((field) => `${field}: ${text}`).join(', ')}]`;
  return { status: 422, headers: {}, body: { kind: 'Status', message, details: { kind: 'A', causes } } };
}

test('has what a refusal says, without the order of its causes', () => {
  const fingerprint = fingerprintOf([refusal(['b', 'a'])]);
  expect(fingerprint).toEqual({
    statuses: '422',
    causes: ['FieldValueInvalid a', 'FieldValueInvalid b'],
    hash: expect.stringMatching(/^[\da-f]{12}$/) as string,
  });
  expect(fingerprintOf([refusal(['a', 'b'])])).toEqual(fingerprint);
});

test.each([
  ['another text', refusal(['a', 'b'], 'Wrong value')],
  ['another cause', refusal(['a', 'c'])],
  ['a warning', { ...refusal(['a', 'b']), headers: { warning: '299 - "x"' } }],
])('is another one for %s', (_, answer) => {
  expect(fingerprintOf([answer]).hash).not.toBe(fingerprintOf([refusal(['a', 'b'])]).hash);
});

test('has the whole stored object', () => {
  const stored = (spec: object): Answer => ({ status: 201, headers: {}, body: { kind: 'A', spec } });
  expect(fingerprintOf([stored({ a: 1, b: 2 })])).toEqual(fingerprintOf([stored({ b: 2, a: 1 })]));
  expect(fingerprintOf([stored({ a: 1, b: 2 })]).hash).not.toBe(fingerprintOf([stored({ a: 1, b: 3 })]).hash);
});

test('does not depend on the order of managed fields', () => {
  const stored = (...managers: readonly string[]): Answer => ({
    status: 200,
    headers: {},
    body: { kind: 'A', metadata: { managedFields: managers.map((manager) => ({ manager })) } },
  });
  expect(fingerprintOf([stored('a', 'b')])).toEqual(fingerprintOf([stored('b', 'a')]));
  expect(fingerprintOf([stored('a', 'b')]).hash).not.toBe(fingerprintOf([stored('a', 'c')]).hash);
});
