import { notFound, StatusError } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { terminalError } from '../controller/terminal-error.ts';
import { createLogger, type Logger, type LogLevel, type LogSink, parseLogLevel } from './logger.ts';
import { jsonSink, textSink } from './sinks.ts';

const clock = {
  now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
  after: () => () => undefined,
  sleep: () => Promise.resolve(),
};

function lines(
  sink: (write: (text: string) => void) => LogSink,
  log: (logger: Logger) => void,
  level?: LogLevel,
): string {
  let text = '';
  const written = sink((more) => {
    text += more;
  });
  log(createLogger({ clock, sink: written, ...(level && { level }) }));
  return text;
}

describe('text', () => {
  test.each([
    { what: 'a line', log: (log: Logger) => log.info('Reconciled'), want: '2026-01-02T03:04:05Z INFO  Reconciled\n' },
    {
      what: 'values, object keys in their short form',
      log: (log: Logger) =>
        log
          .with({ controller: 'app' })
          .info('x', { App: { namespace: 'n', name: 'a' }, n: 5, text: 'two words', absent: undefined }),
      want: '2026-01-02T03:04:05Z INFO  x controller=app App=n/a n=5 text="two words"\n',
    },
    { what: 'no debug line by default', log: (log: Logger) => log.debug('x'), want: '' },
    {
      what: "the API server's answer, without a stack",
      log: (log: Logger) =>
        log.error(new StatusError(notFound({ group: 'apps', plural: 'deployments' }, 'web')), 'Failed'),
      want: '2026-01-02T03:04:05Z ERROR Failed: deployments.apps "web" not found\n',
    },
    {
      what: 'a value that is not an error',
      log: (log: Logger) => log.error('text', 'Failed'),
      want: '2026-01-02T03:04:05Z ERROR Failed: text\n',
    },
  ])('$what', ({ log, want }) => {
    expect(lines(textSink, log)).toBe(want);
  });

  test('of several errors, each has its stack under the line', () => {
    const text = lines(textSink, (log) =>
      log.error(new AggregateError([new Error('disk full'), new Error('dns down')]), 'Failed'),
    );
    expect(text).toMatch(
      /ERROR Failed: disk full; dns down\nAggregateError: *\n\s+at [^]*\nError: disk full\n\s+at [^]*\nError: dns down\n\s+at /,
    );
  });

  test('a bug shows its stack, and its causes', () => {
    const text = lines(textSink, (log) => log.error(new Error('outer', { cause: new Error('inner') }), 'Failed'));
    expect(text).toMatch(/ERROR Failed: outer: inner\n.*\n\s+at /);
  });
});

describe('json', () => {
  test('one object a line, with the keys of controller-runtime', () => {
    const text = lines(jsonSink, (log) => log.with({ controller: 'app' }).info('x', { App: { name: 'a' } }));
    expect(JSON.parse(text)).toEqual({
      ts: '2026-01-02T03:04:05Z',
      level: 'info',
      msg: 'x',
      controller: 'app',
      App: { name: 'a' },
    });
    expect(text.endsWith('}\n')).toBe(true);
  });

  test('the keys come in the order of controller-runtime, and the names of loggers add up', () => {
    const text = lines(jsonSink, (log) => log.named('setup').named('webhooks').with({ a: 1 }).error('no', 'Failed'));
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['level', 'ts', 'logger', 'msg', 'a', 'error']);
    expect(text).toContain('"logger":"setup.webhooks"');
  });

  test('objects are only identified, so that no Secret gets into a log', () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's', namespace: 'n', uid: '1' },
      data: { password: 'aHVudGVyMg==' },
    };
    const [{ kind: _, apiVersion: __, ...bare }] = [secret];
    const write = (log: Logger): void =>
      log.info('x', { secret, list: [bare], deep: { old: secret }, why: new Error('no') });
    expect(JSON.parse(lines(jsonSink, write))).toMatchObject({
      secret: { apiVersion: 'v1', kind: 'Secret', namespace: 'n', name: 's' },
      list: [{ namespace: 'n', name: 's' }],
      why: 'no',
    });
    expect(lines(jsonSink, write) + lines(textSink, write)).not.toContain('aHVudGVyMg');
  });

  test('an error has its message, and its stack when it is a bug', () => {
    const parse = (error: unknown): Record<string, unknown> =>
      JSON.parse(lines(jsonSink, (log) => log.error(error, 'Failed'))) as Record<string, unknown>;
    expect(parse(new Error('outer'))).toMatchObject({ error: 'outer', stacktrace: expect.stringContaining('at ') });
    expect(parse(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).not.toHaveProperty('stacktrace');
    expect(parse(terminalError('no such size'))).not.toHaveProperty('stacktrace');
    expect(parse(terminalError(new TypeError('x is undefined')))).toHaveProperty('stacktrace');
  });

  test('the errors in an AggregateError have zap’s key, each with its stack', () => {
    const both = new AggregateError(
      [new Error('disk full'), Object.assign(new Error('refused'), { code: 'E' })],
      'two',
    );
    const line: unknown = JSON.parse(lines(jsonSink, (log) => log.error(both, 'Failed', { why: both })));
    expect(line).toMatchObject({
      why: 'two: disk full; refused',
      error: 'two: disk full; refused',
      errorCauses: [{ error: 'disk full', stacktrace: expect.stringContaining('at ') }, { error: 'refused' }],
      stacktrace: expect.stringContaining('at '),
    });
    expect(line).not.toHaveProperty('errorCauses[1].stacktrace');
  });

  test('a value that JSON cannot hold does not lose the line', () => {
    const round: Record<string, unknown> = {};
    round.self = round;
    expect(JSON.parse(lines(jsonSink, (log) => log.info('x', { round })))).toMatchObject({ msg: 'x' });
  });

  test('debug lines are written at the level debug', () => {
    expect(lines(jsonSink, (log) => log.debug('x'), 'debug')).toContain('"debug"');
  });
});

test.each([
  ['debug', 'debug'],
  ['INFO', 'info'],
  ['error', 'error'],
  ['panic', 'error'],
  ['0', 'info'],
  ['5', 'debug'],
  ['-1', undefined],
  ['loud', undefined],
])('the level "%s" is %s', (text, want) => {
  expect(parseLogLevel(text)).toBe(want);
});
