import type { JsonObject } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { silentLogger } from '../../log/logger.ts';
import type { AdmissionHandler } from './admission-handler.ts';
import type { AdmissionRequest } from './admission-request.ts';
import { allowed, denied, patched } from './admission-response.ts';
import { multiMutating, multiValidating } from './multi-handlers.ts';

const object: JsonObject = { kind: 'Widget', spec: {} };
const request = { uid: 'u', operation: 'CREATE', object } as unknown as AdmissionRequest;
const context = { log: silentLogger, signal: undefined };

/** Makes a handler that adds a member, and records the object that it received. */
const adds =
  (name: string, seen: unknown[]): AdmissionHandler =>
  (asked) => {
    seen.push(asked.object);
    return { ...patched([{ op: 'add', path: `/spec/${name}`, value: 1 }]), warnings: [`adds ${name}`] };
  };
const refuses: AdmissionHandler = () => denied('no');

test('mutating handlers each see the received object; their patches and warnings are concatenated', async () => {
  const seen: unknown[] = [];
  const answer = await multiMutating(adds('a', seen), adds('b', seen))(request, context);
  expect(seen).toEqual([object, object]);
  expect(answer).toEqual({
    allowed: true,
    status: { code: 200 },
    patches: [
      { op: 'add', path: '/spec/a', value: 1 },
      { op: 'add', path: '/spec/b', value: 1 },
    ],
    warnings: ['adds a', 'adds b'],
  });
});

test.each([
  ['mutating', multiMutating],
  ['validating', multiValidating],
])('%s handlers end with the first refusal', async (_, multi) => {
  const seen: unknown[] = [];
  expect(await multi(adds('a', seen), refuses, adds('b', seen))(request, context)).toEqual(denied('no'));
  expect(seen).toHaveLength(1);
});

test('validating handlers gather warnings, and change nothing', async () => {
  const answer = await multiValidating(adds('a', []), () => allowed())(request, context);
  expect(answer).toEqual({ allowed: true, status: { code: 200 }, warnings: ['adds a'] });
});
