import { fieldInvalid, forbidden, invalid, type Status, StatusError } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { silentLogger } from '../../log/logger.ts';
import type { AdmissionRequest } from './admission-request.ts';
import { defaulterHandler } from './defaulter.ts';
import { validatorHandler } from './validator.ts';

const widgets = { group: 'test.example.com', version: 'v1', kind: 'Widget', plural: 'widgets' };
const object = { apiVersion: 'test.example.com/v1', kind: 'Widget', metadata: { name: 'w' } };
const request = { uid: 'u', operation: 'CREATE', object } as unknown as AdmissionRequest;
const context = { log: silentLogger, signal: undefined };

const refusals: [name: string, status: Status][] = [
  ['invalid', invalid(widgets, 'w', [fieldInvalid('spec.size', 13, 'brings bad luck')])],
  ['forbidden', forbidden(widgets, 'w', 'not on a Friday')],
];

/** Throws any value, as JavaScript allows. */
function throwing(thrown: unknown): never {
  throw thrown;
}

test.each(refusals)('the Status of %s() is the response, thrown, returned or in a StatusError', async (_, status) => {
  const refused = { allowed: false, status, warnings: [] };
  const validators = [
    { create: () => throwing(status) },
    { create: () => status },
    { create: async () => Promise.resolve(status) },
    { create: () => throwing(new StatusError(status)) },
  ];
  for (const validator of validators)
    expect(await validatorHandler(widgets, validator)(request, context)).toEqual(refused);
  for (const thrown of [status, new StatusError(status)])
    expect(await defaulterHandler(widgets, () => throwing(thrown))(request, context)).toEqual(refused);
});

test.each([
  ['a Status that refuses nothing', { kind: 'Status', apiVersion: 'v1', status: 'Success' }],
  ['a string', 'no'],
  ['nothing', undefined],
])('throwing %s counts as a bug', async (_, thrown) => {
  const handler = validatorHandler(widgets, { create: () => throwing(thrown) });
  await expect(handler(request, context)).rejects.toBe(thrown);
});

test('returning nothing accepts the object', async () => {
  const handler = validatorHandler(widgets, { create: () => undefined });
  expect(await handler(request, context)).toMatchObject({ allowed: true });
});
