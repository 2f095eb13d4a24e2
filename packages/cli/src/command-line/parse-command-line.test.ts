import { expect, test } from 'vitest';
import type { CommandEntry, Flags } from './command.ts';
import { parseCommandLine } from './parse-command-line.ts';

const entry = (name: string): CommandEntry => ({
  name,
  summary: '',
  examples: [],
  load: () => Promise.reject(new Error('not loaded here')),
});
const table = [entry('create'), entry('create api'), entry('generate')];
const flags: Flags = {
  kind: { type: 'string', required: true, value: 'KIND', description: '' },
  crd: { type: 'string', multiple: true, description: '' },
  check: { type: 'boolean', description: '' },
};

function read(...argv: string[]): unknown {
  const parsed = parseCommandLine(argv, table);
  if (parsed.kind !== 'run') throw new Error(`parsed as ${parsed.kind}`);
  return { command: parsed.entry.name, ...parsed.read(flags).values };
}

test('a command that takes an argument takes one', () => {
  const parsed = parseCommandLine(['generate', 'this', '--kind', 'App'], table);
  if (parsed.kind !== 'run') throw new Error(`parsed as ${parsed.kind}`);
  expect(parsed.read(flags, true)).toMatchObject({ argument: 'this', values: { kind: 'App' } });
  const twice = parseCommandLine(['generate', 'this', 'that', '--kind', 'App'], table);
  if (twice.kind !== 'run') throw new Error(`parsed as ${twice.kind}`);
  expect(() => twice.read(flags, true)).toThrow('takes no "that"');
});

test('a command that takes several arguments takes any number, in any position', () => {
  for (const [argv, want] of [
    [[], { argument: undefined, more: [] }],
    [['a', '--kind', 'App', '-', 'b'], { argument: 'a', more: ['-', 'b'] }],
  ] as const) {
    const parsed = parseCommandLine(['generate', ...argv, '--kind=App'], table);
    if (parsed.kind !== 'run') throw new Error(`parsed as ${parsed.kind}`);
    expect(parsed.read(flags, 'several')).toMatchObject(want);
  }
});

test('the longest name wins, and flags are read', () => {
  expect(read('create', 'api', '--kind', 'App', '--crd=a', '--crd', 'b', '--no-check')).toEqual({
    command: 'create api',
    kind: 'App',
    crd: ['a', 'b'],
    check: false,
  });
});

test('absent flags are undefined', () => {
  expect(read('generate', '--kind', 'App')).toEqual({
    command: 'generate',
    kind: 'App',
    crd: undefined,
    check: undefined,
  });
});

test.each([
  [['genrate'], 'KB_UNKNOWN_COMMAND', 'Did you mean "kb generate"?'],
  [['xyzzy'], 'KB_UNKNOWN_COMMAND', 'Run "kb --help" for the commands.'],
  [['generate', '--knid', 'App'], 'KB_WRONG_FLAGS', 'Did you mean --kind?'],
  [['generate', '--kind', '--check'], 'KB_WRONG_FLAGS', 'Run "kb generate --help".'],
  [['generate', '--kind', '-1'], 'KB_WRONG_FLAGS', 'A value that begins with "-" is written --kind=-1.'],
  [['generate', '-k', 'App'], 'KB_WRONG_FLAGS', 'Run "kb generate --help".'],
  [['generate'], 'KB_WRONG_FLAGS', 'Run "kb generate --help".'],
  [['generate', '--kind', 'App', 'more'], 'KB_WRONG_FLAGS', 'Run "kb generate --help".'],
])('%j is refused', (argv, code, hint) => {
  expect(() => read(...argv)).toThrow(expect.objectContaining({ code, hint, exitCode: 2 }));
});

test.each([
  [[], { kind: 'overview' }],
  [['--help'], { kind: 'overview' }],
  [['help', 'generate'], { kind: 'help', entry: table[2] }],
  [['create', 'api', '--kind', '-h'], { kind: 'help', entry: table[1] }],
])('%j asks for help', (argv, want) => {
  expect(parseCommandLine(argv, table)).toEqual(want);
});

test('a flag may have a letter', () => {
  const lettered: Flags = {
    namespace: { type: 'string', short: 'n', value: 'NAME', description: '' },
    'all-namespaces': { type: 'boolean', short: 'A', description: '' },
  };
  const readLettered = (...argv: string[]): unknown => {
    const parsed = parseCommandLine(['generate', ...argv], table);
    if (parsed.kind !== 'run') throw new Error(`parsed as ${parsed.kind}`);
    return parsed.read(lettered).values;
  };
  expect(readLettered('-n', 'shop')).toEqual({ namespace: 'shop', 'all-namespaces': undefined });
  expect(readLettered('-nshop', '-A')).toEqual({ namespace: 'shop', 'all-namespaces': true });
  expect(readLettered('--namespace=-a')).toEqual({ namespace: '-a', 'all-namespaces': undefined });
  expect(() => readLettered('-n', '-A')).toThrow('--namespace needs a value: --namespace NAME');
  expect(() => readLettered('-n')).toThrow('--namespace needs a value');
  expect(() => readLettered('-x')).toThrow('"kb generate" has no flag -x');
});
