import { isConflict, isExpired, isNotFound, type Status } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { statusErrorOf } from './failure-status.ts';

const pods = { group: '', plural: 'pods' };
const deployments = { group: 'apps', plural: 'deployments' };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function failure(
  status: number,
  body: string,
  { type = 'text/plain', method = 'GET', retryAfter = '', subject = {} } = {},
): Promise<Status> {
  const headers = { 'content-type': type, ...(retryAfter && { 'retry-after': retryAfter }) };
  return (await statusErrorOf({ status, headers, body: encode(body) }, method, subject)).status;
}

describe('statusErrorOf', () => {
  test('returns the Status of the body, with its code filled in', async () => {
    const sent = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      reason: 'NotFound',
      message: 'm',
      details: { name: 'a' },
    };
    expect(await failure(404, JSON.stringify(sent))).toEqual({ ...sent, metadata: {}, code: 404 });
    expect(await failure(404, JSON.stringify({ ...sent, code: 499 }))).toMatchObject({ code: 499 });
  });

  test('creates a Status for a response without one, as client-go does', async () => {
    expect(await failure(404, '404 page not found\n', { subject: { resource: deployments, name: 'web' } })).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'the server could not find the requested resource (get deployments.apps web)',
      reason: 'NotFound',
      details: {
        name: 'web',
        group: 'apps',
        kind: 'deployments',
        causes: [{ reason: 'UnexpectedServerResponse', message: '404 page not found' }],
      },
      code: 404,
    });
  });

  test.each([
    [400, 'GET', 'BadRequest', 'the server rejected our request for an unknown reason (get pods)'],
    [401, 'GET', 'Unauthorized', 'the server has asked for the client to provide credentials (get pods)'],
    [403, 'GET', 'Forbidden', 'why (get pods)'],
    [405, 'GET', 'MethodNotAllowed', 'the server does not allow this method on the requested resource (get pods)'],
    [406, 'GET', 'NotAcceptable', 'why (get pods)'],
    [409, 'PUT', 'Conflict', 'the server reported a conflict (put pods)'],
    [409, 'POST', 'AlreadyExists', 'the server reported a conflict (post pods)'],
    [415, 'PATCH', 'UnsupportedMediaType', 'why (patch pods)'],
    [422, 'PUT', 'Invalid', 'the server rejected our request due to an error in our request (put pods)'],
    [
      429,
      'GET',
      'TooManyRequests',
      'the server has received too many requests and has asked us to try again later (get pods)',
    ],
    [
      500,
      'GET',
      'InternalError',
      'an error on the server ("why") has prevented the request from succeeding (get pods)',
    ],
    [
      502,
      'GET',
      'InternalError',
      'an error on the server ("why") has prevented the request from succeeding (get pods)',
    ],
    [503, 'GET', 'ServiceUnavailable', 'the server is currently unable to handle the request (get pods)'],
    [
      504,
      'GET',
      'Timeout',
      'the server was unable to return a response in the time allotted, but may still be processing the request (get pods)',
    ],
    [
      302,
      'GET',
      undefined,
      'the server responded with the status code 302 but did not return more information (get pods)',
    ],
  ])('explains %i of a %s', async (code, method, reason, message) => {
    const status = await failure(code, 'why', { method, subject: { resource: pods } });
    expect([status.code, status.reason, status.message]).toEqual([code, reason, message]);
  });

  test('keeps Retry-After', async () => {
    expect((await failure(429, '', { retryAfter: '7' })).details).toMatchObject({ retryAfterSeconds: 7 });
  });

  test('does not quote a binary body, and truncates a long text', async () => {
    expect((await failure(500, 'secret', { type: 'application/octet-stream' })).message).toContain('"unknown"');
    expect((await failure(500, 'x'.repeat(5000))).message?.length).toBeLessThan(2200);
  });

  test.each([
    ['broken JSON', '{"kind":"Status"'],
    ['a success', '{"kind":"Status","status":"Success"}'],
    ['another kind', '{"kind":"Pod"}'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['deep nesting', '['.repeat(100_000)],
  ])('does not accept %s as a Status', async (_what, body) => {
    expect(await failure(404, body, { type: 'application/json' })).toMatchObject({ reason: 'NotFound', code: 404 });
  });

  test('can be distinguished by reason', async () => {
    const error = (code: number) => statusErrorOf({ status: code, headers: {}, body: encode('') }, 'GET', {});
    expect(isNotFound(await error(404))).toBe(true);
    expect(isConflict(await error(409))).toBe(true);
    const gone = JSON.stringify({ kind: 'Status', status: 'Failure', reason: 'Expired', code: 410 });
    expect(isExpired(await statusErrorOf({ status: 410, headers: {}, body: encode(gone) }, 'GET', {}))).toBe(true);
  });
});
