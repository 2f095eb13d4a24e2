import { expect, test } from 'vitest';

interface FailedStep {
  readonly name: string;
  readonly code: number;
  readonly output: string;
}

// Plain JavaScript, because it runs before anything is installed: so it has no types.
const { failureLines } = (await import(new URL('failures.js', import.meta.url).href)) as {
  readonly failureLines: (failed: readonly FailedStep[]) => readonly string[];
};

const TESTS = `✓ @kb/client   914 tests     64.3 s
✗ @kb/runtime
 \u001b[32m✓\u001b[39m src/version.test.ts (1 test) 1ms

 FAIL  src/election-thread/operator-processes.test.ts > one replica > probes respond
Error: first ended without saying "Successfully acquired lease":
{"level":"info"}
 ❯ look src/test-support/operator-process.ts:85:20
     83|           else {
     84|             const said = lines;

 FAIL  src/other.test.ts > counts
AssertionError: expected 1 to be 2

- Expected
+ Received

- 2
+ 1
 ❯ src/other.test.ts:5:1
✗ @kb/cli

⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯
Error: nobody waited for this

Tests  3 failed | 30 passed (33)`;

test('repeats the failed tests of every package with the beginning of what happened', () => {
  expect(failureLines([{ name: 'npm test', code: 1, output: TESTS }])).toEqual([
    'FAILED: npm test (exit code 1)',
    '✗ @kb/runtime',
    '  FAIL  src/election-thread/operator-processes.test.ts > one replica > probes respond',
    '  Error: first ended without saying "Successfully acquired lease":',
    '  {"level":"info"}',
    '  FAIL  src/other.test.ts > counts',
    '  AssertionError: expected 1 to be 2',
    '  - Expected',
    '  + Received',
    '  - 2',
    '✗ @kb/cli',
    '  ⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯',
    '  Error: nobody waited for this',
    '  Tests  3 failed | 30 passed (33)',
  ]);
});

test('repeats what did not hold in a comparison', () => {
  const output =
    'a: 1 of 1\nb: 0 of 1\nWhat did not hold:\nb: 0 of 1\n  FAIL x\n       differs\n\nconformance: 1 of 2 did not hold\n';
  expect(failureLines([{ name: 'conformance', code: 1, output }])).toEqual([
    'FAILED: conformance (exit code 1)',
    'b: 0 of 1',
    '  FAIL x',
    '       differs',
    'conformance: 1 of 2 did not hold',
  ]);
});

test('repeats the end of the output of other steps', () => {
  const output = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join('\n');
  const lines = failureLines([{ name: 'format', code: 2, output }]);
  expect(lines).toHaveLength(11);
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(['FAILED: format (exit code 2)', 'line 20', 'line 29']);
});

test('stays short, however much failed', () => {
  const output = Array.from(
    { length: 500 },
    (_, index) => ` FAIL  src/a.test.ts > ${index} ${'x'.repeat(500)}\nError: no`,
  );
  const step = { name: 'npm test', code: 1, output: output.join('\n') };
  const lines = failureLines([step, step, step, step]);
  expect(lines).toHaveLength(60);
  expect(lines.at(-1)).toMatch(/^ {2}… and \d+ lines more, above$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
});

test('says nothing when nothing failed', () => {
  expect(failureLines([])).toEqual([]);
});
