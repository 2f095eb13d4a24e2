import { describe, expect, test } from 'vitest';
import { type FlagDefinition, flagsHelp, parseFlags } from './flags.ts';

const definitions = {
  elect: { type: 'boolean', description: 'Agree on one.' },
  secure: { type: 'boolean', description: 'Use HTTPS.', default: 'true' },
  address: {
    type: 'string',
    description: 'Where.',
    default: '0',
    check: (text: string) => (text === 'bad' ? 'expected a good one' : undefined),
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

const nothing = { elect: false, secure: true, address: '0' };

test.each<[string[], Partial<Record<keyof typeof definitions, unknown>>]>([
  [[], {}],
  [['--elect'], { elect: true }],
  [['-elect'], { elect: true }],
  [['--elect=true', '--secure=false'], { elect: true, secure: false }],
  [['--elect=1', '-secure=F'], { elect: true, secure: false }],
  [['--address', ':8443'], { address: ':8443' }],
  [['--address=:8443'], { address: ':8443' }],
  [['--address=a=b'], { address: 'a=b' }],
  [['--address='], { address: '' }],
  [['--address', '--elect'], { address: '--elect' }],
  [['--address', '1', '--address', '2'], { address: '2' }],
  [['--elect', '--'], { elect: true }],
])('%j', (args, want) => {
  expect(parseFlags(definitions, args)).toEqual({ ...nothing, ...want });
});

describe('mistakes', () => {
  test.each([
    [['--elects'], 'flag provided but not defined: --elects'],
    [['--toString'], 'flag provided but not defined: --toString'],
    [['--address'], 'flag needs an argument: --address'],
    [['--elect=maybe'], 'invalid boolean value "maybe" for --elect: expected true or false'],
    [['--address=bad'], 'invalid value "bad" for flag --address: expected a good one'],
    [['elect'], 'unexpected argument "elect": this program takes flags only'],
    [['---elect'], 'unexpected argument "---elect": this program takes flags only'],
    [['-'], 'unexpected argument "-": this program takes flags only'],
    [['--', 'more'], 'unexpected argument "more": this program takes flags only'],
    // As in Go: a boolean does not take the next argument.
    [['--elect', 'false'], 'unexpected argument "false": this program takes flags only'],
  ])('%j', (args, message) => {
    expect(() => parseFlags(definitions, args)).toThrow(expect.objectContaining({ code: 'KB_BAD_FLAG', message }));
  });
});

test('the help text', () => {
  expect(flagsHelp(definitions)).toBe(
    '  --elect\n        Agree on one.\n' +
      '  --secure\n        Use HTTPS. (default true)\n' +
      '  --address string\n        Where. (default 0)\n',
  );
});
