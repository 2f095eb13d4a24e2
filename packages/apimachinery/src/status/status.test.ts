import { describe, expect, test } from 'vitest';
import * as status from './status.ts';

const { StatusError } = status;
const error = (reason: string | undefined, code: number, details?: status.StatusDetails): status.StatusError =>
  new StatusError({
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    code,
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
  });

const checks = {
  NotFound: [404, status.isNotFound],
  AlreadyExists: [409, status.isAlreadyExists],
  Conflict: [409, status.isConflict],
  Invalid: [422, status.isInvalid],
  Gone: [410, status.isExpired],
  Expired: [410, status.isExpired],
  Unauthorized: [401, status.isUnauthorized],
  Forbidden: [403, status.isForbidden],
  BadRequest: [400, status.isBadRequest],
  MethodNotAllowed: [405, status.isMethodNotSupported],
  NotAcceptable: [406, status.isNotAcceptable],
  RequestEntityTooLarge: [413, status.isRequestEntityTooLarge],
  UnsupportedMediaType: [415, status.isUnsupportedMediaType],
  TooManyRequests: [429, status.isTooManyRequests],
  InternalError: [500, status.isInternalError],
  ServiceUnavailable: [503, status.isServiceUnavailable],
  Timeout: [504, status.isTimeout],
  ServerTimeout: [500, status.isServerTimeout],
} as const;

test.each([
  ['NotFound', 404, status.ignoreNotFound],
  ['AlreadyExists', 409, status.ignoreAlreadyExists],
])('%s (%i) can be ignored, and no other error', (reason, code, ignore) => {
  expect(ignore(error(reason, code))).toBeUndefined();
  for (const other of [error('Conflict', 409), error('Forbidden', 403), new Error(reason)]) {
    expect(() => ignore(other)).toThrow(other);
  }
});

describe.each(Object.entries(checks))('%s', (reason, [code, check]) => {
  test('recognises an error by its reason, and no other error', () => {
    expect(check(error(reason, code))).toBe(true);
    expect(check(error(reason, 418))).toBe(true);
    expect(check(new Error(reason))).toBe(false);
    expect(check(undefined)).toBe(false);
    const others = Object.entries(checks).filter(([, [, other]]) => other !== check);
    expect(others.filter(([other, [itsCode]]) => check(error(other, itsCode))).map(([other]) => other)).toEqual([]);
  });

  test('recognises an error by its code when it has no known reason, unless several have that code', () => {
    const decides = !['AlreadyExists', 'Expired', 'ServerTimeout'].includes(reason);
    const byCode = decides || reason === 'Expired';
    expect(check(error(undefined, code))).toBe(byCode);
    expect(check(error('SomethingNew', code))).toBe(byCode);
    expect(check(error('toString', code))).toBe(byCode);
  });
});

test.each([
  [undefined, error('ServerTimeout', 500)],
  [0, error('ServerTimeout', 500, {})],
  [3, error('ServerTimeout', 500, { retryAfterSeconds: 3 })],
  [3, error('TooManyRequests', 429, { retryAfterSeconds: 3 })],
  [undefined, error('TooManyRequests', 429, {})],
  [undefined, new Error('x')],
])('suggests a delay of %s', (delay, given) => expect(status.suggestedDelay(given)).toBe(delay));

test('finds causes', () => {
  const given = error('Forbidden', 403, { causes: [{ reason: 'NamespaceTerminating' }] });
  expect(status.hasStatusCause(given, 'NamespaceTerminating')).toBe(true);
  expect(status.hasStatusCause(given, 'Other')).toBe(false);
  expect(status.hasStatusCause(error('Forbidden', 403), 'NamespaceTerminating')).toBe(false);
});
