import { describe, expect, test } from 'vitest';
import * as errors from '../field-error.ts';
import type { Status } from './status.ts';
import * as factories from './status-factories.ts';

const deployments = { group: 'apps', plural: 'deployments' };
const pods = { group: '', plural: 'pods' };
const appService = { group: 'batch.example.com', kind: 'AppService' };

describe('status factories', () => {
  test.each<[Status, number, string | undefined, string, object | undefined]>([
    [factories.notFound(pods, 'x'), 404, 'NotFound', 'pods "x" not found', { name: 'x', kind: 'pods' }],
    [
      factories.notFound(deployments, 'x'),
      404,
      'NotFound',
      'deployments.apps "x" not found',
      { name: 'x', group: 'apps', kind: 'deployments' },
    ],
    [factories.resourceNotFound(), 404, 'NotFound', 'the server could not find the requested resource', {}],
    [factories.alreadyExists(pods, 'x'), 409, 'AlreadyExists', 'pods "x" already exists', { name: 'x', kind: 'pods' }],
    [
      factories.alreadyExists(pods, 'x', { beingDeleted: true }),
      409,
      'AlreadyExists',
      'object is being deleted: pods "x" already exists',
      { name: 'x', kind: 'pods' },
    ],
    [
      factories.generateNameConflict(pods, 'x-abcde'),
      409,
      'AlreadyExists',
      'pods "x-abcde" already exists, the server was not able to generate a unique name for the object',
      { name: 'x-abcde', kind: 'pods', retryAfterSeconds: 1 },
    ],
    [
      factories.conflict(deployments, 'web'),
      409,
      'Conflict',
      'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
      { name: 'web', group: 'apps', kind: 'deployments' },
    ],
    [
      factories.applyConflict([{ reason: 'FieldManagerConflict', message: 'm', field: '.spec' }], 'Apply failed'),
      409,
      'Conflict',
      'Apply failed',
      { causes: [{ reason: 'FieldManagerConflict', message: 'm', field: '.spec' }] },
    ],
    [factories.badRequest('no'), 400, 'BadRequest', 'no', undefined],
    [factories.unauthorized(), 401, 'Unauthorized', 'Unauthorized', undefined],
    [
      factories.forbidden(pods, 'x', 'why'),
      403,
      'Forbidden',
      'pods "x" is forbidden: why',
      { name: 'x', kind: 'pods' },
    ],
    [factories.forbidden(pods, '', 'why'), 403, 'Forbidden', 'pods is forbidden: why', { kind: 'pods' }],
    [factories.forbidden(undefined, '', 'why'), 403, 'Forbidden', 'forbidden: why', {}],
    [
      factories.methodNotAllowed(deployments, 'create'),
      405,
      'MethodNotAllowed',
      'create is not supported on resources of kind "deployments.apps"',
      { group: 'apps', kind: 'deployments' },
    ],
    [
      factories.methodNotSupportedHere(),
      405,
      'MethodNotAllowed',
      'the server does not allow this method on the requested resource',
      {},
    ],
    [
      factories.notAcceptable(['a/b', 'c/d']),
      406,
      'NotAcceptable',
      'only the following media types are accepted: a/b, c/d',
      undefined,
    ],
    [factories.expired('old'), 410, 'Expired', 'old', undefined],
    [factories.gone('old'), 410, 'Gone', 'old', undefined],
    [
      factories.requestEntityTooLarge('limit is 3145728'),
      413,
      'RequestEntityTooLarge',
      'Request entity too large: limit is 3145728',
      undefined,
    ],
    [
      factories.unsupportedMediaType(['a/b']),
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: a/b',
      undefined,
    ],
    [factories.tooManyRequests('slow', 3), 429, 'TooManyRequests', 'slow', { retryAfterSeconds: 3 }],
    [
      factories.internalError('oops'),
      500,
      'InternalError',
      'Internal error occurred: oops',
      { causes: [{ message: 'oops' }] },
    ],
    [factories.genericError('oops'), 500, undefined, 'oops', undefined],
    [
      factories.serverTimeout(pods, 'list', 2),
      500,
      'ServerTimeout',
      'The list operation against pods could not be completed at this time, please try again.',
      { name: 'list', kind: 'pods', retryAfterSeconds: 2 },
    ],
    [factories.serviceUnavailable('no'), 503, 'ServiceUnavailable', 'no', undefined],
    [factories.timeout('late', 1), 504, 'Timeout', 'Timeout: late', { retryAfterSeconds: 1 }],
  ])('%#: %o', (status, code, reason, message, details) => {
    const want = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason && { reason }),
      ...(details && { details }),
      code,
    };
    expect(JSON.stringify(status)).toBe(JSON.stringify(want));
  });

  test('invalid: one error bare, several in brackets, equal texts once, a cause for each error', () => {
    const required = errors.fieldRequired('spec.image');
    expect(factories.invalid(appService, 'x', [required])).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: 'AppService.batch.example.com "x" is invalid: spec.image: Required value',
      details: {
        name: 'x',
        group: 'batch.example.com',
        kind: 'AppService',
        causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.image' }],
      },
    });
    const several = factories.invalid(appService, 'x', [
      required,
      errors.fieldInvalid('spec.n', 1, 'too few'),
      required,
    ]);
    expect(several.message).toBe(
      'AppService.batch.example.com "x" is invalid: [spec.image: Required value, spec.n: Invalid value: 1: too few]',
    );
    expect(several.details?.causes).toHaveLength(3);
    expect(factories.invalid({ group: '', kind: 'Pod' }, '', [])).toMatchObject({
      message: 'Pod "" is invalid',
      details: { kind: 'Pod' },
    });
  });

  test('expired has a continue token, deleted has no code', () => {
    expect(factories.expired('old', { continue: 'abc' }).metadata).toEqual({ continue: 'abc' });
    expect(factories.deletedStatus(pods, 'x', 'u')).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'x', kind: 'pods', uid: 'u' },
    });
  });
});

describe('field errors', () => {
  test.each<[errors.FieldError, string, string]>([
    [errors.fieldRequired('a', 'because'), 'FieldValueRequired', 'a: Required value: because'],
    [errors.fieldInvalid('a', 'x"y', 'no'), 'FieldValueInvalid', 'a: Invalid value: "x\\"y": no'],
    [errors.fieldInvalid('a', { b: [1, '<'] }, 'no'), 'FieldValueInvalid', 'a: Invalid value: {"b":[1,"\\u003c"]}: no'],
    [errors.fieldTypeInvalid('a', 'integer', 'no'), 'FieldValueTypeInvalid', 'a: Invalid value: "integer": no'],
    [
      errors.fieldNotSupported('a', 'z', ['x', 'y']),
      'FieldValueNotSupported',
      'a: Unsupported value: "z": supported values: "x", "y"',
    ],
    [errors.fieldForbidden('a', 'no'), 'FieldValueForbidden', 'a: Forbidden: no'],
    [errors.fieldDuplicate('a[1]', 5), 'FieldValueDuplicate', 'a[1]: Duplicate value: 5'],
    [errors.fieldNotFound('a', 'x'), 'FieldValueNotFound', 'a: Not found: "x"'],
    [errors.fieldTooLong('a', 1), 'FieldValueTooLong', 'a: Too long: may not be more than 1 byte'],
    [errors.fieldTooLong('a', 9), 'FieldValueTooLong', 'a: Too long: may not be more than 9 bytes'],
    [errors.fieldTooMany('a', 3, 1), 'FieldValueTooMany', 'a: Too many: 3: must have at most 1 item'],
    [errors.fieldInternal('a', 'oops'), 'InternalError', 'a: Internal error: oops'],
  ])('%#', (error, type, text) => {
    expect([error.type, errors.formatFieldError(error)]).toEqual([type, text]);
  });

  test('builds paths', () => {
    expect(errors.keyPath(errors.childPath(errors.indexPath(errors.childPath('', 'a'), 0), 'b'), 'c/d')).toBe(
      'a[0].b[c/d]',
    );
    expect(errors.childPath(errors.WHOLE_OBJECT, 'a')).toBe('a');
  });
});
