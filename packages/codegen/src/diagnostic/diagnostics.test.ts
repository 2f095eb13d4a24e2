import { describe, expect, test } from 'vitest';
import { memoryReader } from '../read/source-reader.ts';
import { formatDiagnostics } from './format-diagnostics.ts';
import { createReporter } from './reporter.ts';

const reader = memoryReader({ 'b.ts': 'one\n\ttwo three\nfour\n' });

function diagnostics(): ReturnType<ReturnType<typeof createReporter>['diagnostics']> {
  const reporter = createReporter(reader);
  reporter.report(
    { file: 'b.ts', line: 2, column: 6, length: 5 },
    { code: 'KB_NO_SCHEMA', message: 'three: 100% wrong', hint: 'write\nfour' },
  );
  reporter.report(
    { file: 'b.ts', line: 2, column: 6, length: 5 },
    { code: 'KB_NO_SCHEMA', message: 'three: 100% wrong', hint: 'write\nfour' },
  );
  reporter.report(
    { file: 'a.ts', line: 0, column: 0, length: 1 },
    { code: 'KB_PACKAGE_NAME', message: 'no name', severity: 'warning' },
  );
  return reporter.diagnostics();
}

describe('diagnostics', () => {
  test('are sorted and deduplicated, and have the lines around them', () => {
    expect(diagnostics()).toMatchObject([
      { file: 'a.ts', severity: 'warning' },
      { file: 'b.ts', severity: 'error', frame: { firstLine: 1, lines: ['one', '\ttwo three', 'four'] } },
    ]);
  });

  test('are sorted by file, line, column, code and message', () => {
    const places = [
      { file: 'b.ts', line: 2, column: 6, length: 5, code: 'KB_NO_SCHEMA', message: 'b' },
      { file: 'b.ts', line: 2, column: 6, length: 5, code: 'KB_NO_SCHEMA', message: 'a' },
      { file: 'b.ts', line: 2, column: 6, length: 5, code: 'KB_MARKER_MISPLACED', message: 'c' },
      { file: 'b.ts', line: 2, column: 2, length: 3, code: 'KB_NO_SCHEMA', message: 'd' },
      { file: 'b.ts', line: 1, column: 9, length: 1, code: 'KB_NO_SCHEMA', message: 'e' },
      { file: 'a.ts', line: 9, column: 9, length: 1, code: 'KB_NO_SCHEMA', message: 'f' },
    ] as const;
    for (const order of [places, places.toReversed()]) {
      const reporter = createReporter(reader);
      for (const { code, message, ...span } of order) reporter.report(span, { code, message });
      expect(reporter.diagnostics().map(({ message }) => message)).toEqual(['f', 'e', 'd', 'c', 'a', 'b']);
    }
  });

  test('as text', () => {
    expect(formatDiagnostics(diagnostics())).toBe(
      [
        'a.ts warning KB_PACKAGE_NAME',
        '  no name',
        '',
        'b.ts:2:6 error KB_NO_SCHEMA',
        '  three: 100% wrong',
        '    1 | one',
        '  > 2 | \ttwo three',
        '      | \t    ^^^^^',
        '    3 | four',
        '  hint: write',
        '        four',
        '',
      ].join('\n'),
    );
  });

  test('as text in colour', () => {
    const painted = formatDiagnostics(diagnostics(), { color: true })
      .replaceAll('\u001b[', '<')
      .replaceAll(/<(\d+)m/g, '<$1>')
      .replaceAll('<0>', '</>');
    expect(painted).toBe(
      [
        '<36>a.ts</> <33>warning</> <2>KB_PACKAGE_NAME</>',
        '  <1>no name</>',
        '',
        '<36>b.ts:2:6</> <31>error</> <2>KB_NO_SCHEMA</>',
        '  <1>three: 100% wrong</>',
        '  <2>  1 | one</>',
        '  > 2 | \ttwo three',
        '      | \t    <31>^^^^^</>',
        '  <2>  3 | four</>',
        '  hint: write',
        '        four',
        '',
      ].join('\n'),
    );
  });

  test('as JSON', () => {
    expect(JSON.parse(formatDiagnostics(diagnostics(), { format: 'json' }))).toEqual([
      {
        code: 'KB_PACKAGE_NAME',
        severity: 'warning',
        message: 'no name',
        hint: null,
        file: 'a.ts',
        line: 0,
        column: 0,
        length: 1,
        endColumn: 1,
      },
      {
        code: 'KB_NO_SCHEMA',
        severity: 'error',
        message: 'three: 100% wrong',
        hint: 'write\nfour',
        file: 'b.ts',
        line: 2,
        column: 6,
        length: 5,
        endColumn: 11,
      },
    ]);
    expect(formatDiagnostics([], { format: 'json' })).toBe('[]\n');
  });

  test('escapes file names in workflow commands, so that they cannot end them', () => {
    const reporter = createReporter(reader);
    reporter.report(
      { file: 'a,b:c%\n::error::d.ts', line: 1, column: 2, length: 1 },
      { code: 'KB_NO_SCHEMA', message: '::set-env::x\r\n100%' },
    );
    expect(formatDiagnostics(reporter.diagnostics(), { format: 'github' })).toBe(
      '::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ad.ts,line=1,endLine=1,col=2,endColumn=3,title=KB_NO_SCHEMA::::set-env::x%0D%0A100%25\n',
    );
  });

  test('text ends with the number of diagnostics not shown', () => {
    expect(formatDiagnostics(diagnostics(), { limit: 1 })).toBe(
      'a.ts warning KB_PACKAGE_NAME\n  no name\n\nand 1 more\n',
    );
  });

  test('as commands of a GitHub workflow', () => {
    expect(formatDiagnostics(diagnostics(), { format: 'github' })).toBe(
      '::warning file=a.ts,title=KB_PACKAGE_NAME::no name\n::error file=b.ts,line=2,endLine=2,col=6,endColumn=11,title=KB_NO_SCHEMA::three: 100%25 wrong%0Awrite%0Afour\n',
    );
  });
});
