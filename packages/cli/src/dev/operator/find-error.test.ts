import { describe, expect, test } from 'vitest';
import { findError } from './find-error.ts';

const root = '/home/ann/shop';

test('an error of the syntax is where Node marks it', () => {
  const lines = [
    'node:internal/modules/run_main:111',
    '    triggerUncaughtException(',
    '    ^',
    '',
    '/home/ann/shop/packages/controller/src/shop.controller.ts:7',
    'const a = ;',
    '          ^',
    '',
    'SyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expression expected',
    '    at parseTypeScript (node:internal/modules/typescript:61:36)',
    '    at load (file:///home/ann/shop/packages/controller/src/other.ts:4:57) {',
    "  code: 'ERR_INVALID_TYPESCRIPT_SYNTAX'",
    '}',
  ];
  expect(findError(lines, root)).toEqual({
    message: 'SyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expression expected',
    place: { file: 'packages/controller/src/shop.controller.ts', line: 7, column: 11 },
  });
});

test('another error is at the first frame of the stack inside the project', () => {
  const lines = [
    'file:///home/ann/shop/node_modules/lib/index.js:1',
    'throw new Error("no")',
    '^',
    'Error: no',
    '    at file:///home/ann/shop/node_modules/lib/index.js:1:7',
    '    at run (/home/ann/shop/packages/controller/src/main.ts:3:5)',
  ];
  expect(findError(lines, root)).toEqual({
    message: 'Error: no',
    place: { file: 'packages/controller/src/main.ts', line: 3, column: 5 },
  });
});

test('an error outside of the project has no place, and other output no error', () => {
  expect(findError(['TypeError: x is not a function', '    at node:internal/main:1:1'], root)).toEqual({
    message: 'TypeError: x is not a function',
    place: undefined,
  });
  expect(findError(['An Error: was here', 'bye'], root)).toBeUndefined();
});

describe('an error that the runtime logged when it stopped', () => {
  const stacktrace =
    'Error: late\n    at f (/home/ann/shop/node_modules/a.js:1:1)\n    at g (/home/ann/shop/src/b.ts:2:3)';
  const logged = (msg: string): string => JSON.stringify({ level: 'error', msg, error: 'late', stacktrace });

  test('has its message and its place', () => {
    const lines = [
      logged('An error was thrown where nobody catches it, the manager stops'),
      '{"level":"info","msg":"Stopped"}',
    ];
    expect(findError(lines, root)).toEqual({ message: 'late', place: { file: 'src/b.ts', line: 2, column: 3 } });
    expect(findError([logged('The manager stopped')], root)?.message).toBe('late');
  });

  test('is no other error of the log', () => {
    expect(findError([logged('Reconciler error')], root)).toBeUndefined();
    expect(findError(['{"level":"error","msg":"The manager stopped"', 'null'], root)).toBeUndefined();
  });
});
