import {
  expired,
  forbidden,
  gone,
  internalError,
  isInternalError,
  isTooManyRequests,
  type Status,
  StatusError,
  timeout,
  tooManyRequests,
} from '@kb/apimachinery';
import { ConnectionError, type ConnectionErrorCode } from '@kb/client';
import { expect, test } from 'vitest';
import {
  failureReason,
  isProbableEOF,
  isConnectionRefused,
  isUnavailableResourceVersion,
  isVersionLost,
  isWatchRetriable,
  YoungerHistoryError,
} from './watch-errors.ts';

const classes = {
  refused: isConnectionRefused,
  lost: isProbableEOF,
  tooMany: isTooManyRequests,
  internal: isInternalError,
  unavailable: isUnavailableResourceVersion,
  retriable: isWatchRetriable,
  versionLost: isVersionLost,
};
const classesOf = (error: unknown): string[] =>
  Object.entries(classes).flatMap(([name, is]) => (is(error) ? [name] : []));

const status = (value: Status): StatusError => new StatusError(value);
const words = 'Too large resource version: 9, current: 5';

test.each([
  { what: 'expired', error: status(expired('old')), want: ['unavailable', 'versionLost'], reason: 'Expired' },
  { what: 'gone', error: status(gone('old')), want: ['unavailable', 'versionLost'], reason: 'Gone' },
  { what: '429', error: status(tooManyRequests('busy', 1)), want: ['tooMany', 'retriable'], reason: 'TooManyRequests' },
  {
    what: '429 without a reason',
    error: status({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 429 }),
    want: ['tooMany', 'retriable'],
    reason: 'Unknown',
  },
  { what: '500', error: status(internalError('no leader')), want: ['internal'], reason: 'InternalError' },
  {
    what: 'too large, by its cause',
    error: status(timeout('later', 1, [{ reason: 'ResourceVersionTooLarge' }])),
    want: ['unavailable'],
    reason: 'Timeout',
  },
  {
    what: 'too large, by the words of a cause',
    error: status(timeout('later', 1, [{ message: 'Too large resource version' }])),
    want: ['unavailable'],
    reason: 'Timeout',
  },
  { what: 'too large, by its words', error: status(timeout(words)), want: ['unavailable'], reason: 'Timeout' },
  { what: 'another timeout', error: status(timeout('slow')), want: [], reason: 'Timeout' },
  {
    what: 'the words in another error',
    error: status(forbidden({ group: '', plural: 'pods' }, '', words)),
    want: [],
    reason: 'Forbidden',
  },
  {
    what: 'a code of a socket',
    error: Object.assign(new Error('x'), { code: 'ECONNRESET' }),
    want: ['lost'],
    reason: 'ECONNRESET',
  },
  {
    what: 'a younger history',
    error: new YoungerHistoryError('things', '6', '50'),
    want: ['versionLost'],
    reason: 'KB_YOUNGER_HISTORY',
  },
  { what: 'no error at all', error: 'text', want: [], reason: 'Unknown' },
])('$what', ({ error, want, reason }) => {
  expect([classesOf(error), failureReason(error)]).toEqual([want, reason]);
});

test.each<[ConnectionErrorCode, string[]]>([
  ['KB_CONNECTION_REFUSED', ['refused', 'retriable']],
  ['KB_CONNECTION_LOST', ['lost']],
  ['KB_CONNECTION_TIMEOUT', ['lost']],
  ['KB_HOST_NOT_FOUND', []],
  ['KB_CERTIFICATE_REJECTED', []],
])('%s', (code, want) => {
  expect(classesOf(new ConnectionError(code, 'server', 'x'))).toEqual(want);
});
