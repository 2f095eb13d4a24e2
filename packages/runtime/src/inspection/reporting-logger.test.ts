import { expect, test } from 'vitest';
import { silentLogger } from '../log/logger.ts';
import { reportingLogger } from './reporting-logger.ts';

test('lines are reported with the values and the name of their logger', () => {
  const lines: unknown[] = [];
  const log = reportingLogger(silentLogger, ({ level, logger, message, values, thrown }) =>
    lines.push([level, logger, message, values(), thrown?.error]),
  );
  log.info('plain');
  log.with({ a: 1 }).named('web').with({ b: 2 }).debug('deep', { c: 3 });
  log.named('web').named('pods').error('broken', 'failed');
  expect(lines).toEqual([
    ['info', undefined, 'plain', {}, undefined],
    ['debug', 'web', 'deep', { a: 1, b: 2, c: 3 }, undefined],
    ['error', 'web.pods', 'failed', {}, 'broken'],
  ]);
});
