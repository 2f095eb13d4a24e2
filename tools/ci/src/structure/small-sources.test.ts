import { expect, test } from 'vitest';
import { type MeasuredSource, tooSmall } from './small-sources.ts';

const SMALL = 'packages/x/src/small.ts';
const CALLER = 'packages/x/src/caller.ts';

/** A source that may stand as it is. */
const source = (path: string, more: Partial<MeasuredSource> = {}): MeasuredSource => ({
  path,
  lines: 100,
  importers: ['packages/x/src/a.ts', 'packages/x/src/b.ts'],
  isEntry: false,
  hasTest: false,
  ...more,
});

const caller = source(CALLER);
const small = source(SMALL, { lines: 29, importers: [CALLER] });

const COMMANDS = 'packages/cli/src/commands/index.ts';
const command = source('packages/cli/src/commands/version.ts', { lines: 29, importers: [COMMANDS] });

test('finds a source of under 30 lines that one other imports', () => {
  expect(tooSmall([small, caller], {})).toEqual([
    `${SMALL}: has 29 lines and is imported by ${CALLER} alone: move it there, or beside its like`,
  ]);
});

test.each<[string, readonly MeasuredSource[]]>([
  ['has 30 lines', [{ ...small, lines: 30 }, caller]],
  ['has two importers', [{ ...small, importers: [CALLER, 'packages/x/scripts/run.ts'] }, caller]],
  ['is a program', [{ ...small, importers: [] }, caller]],
  ['is exported', [{ ...small, isEntry: true }, caller]],
  ['is imported by an entry', [small, { ...caller, isEntry: true }]],
  [
    'has a test, and a program imports it',
    [
      { ...small, hasTest: true },
      { ...caller, importers: [] },
    ],
  ],
  ['is the record of a kind', [{ ...small, path: 'packages/apiserver/src/kinds/node/runtime-class.ts' }, caller]],
  ['is a command', [command, source(COMMANDS)]],
  ['is in a folder of adapters', [{ ...small, path: 'packages/x/src/adapters/timer.ts' }, caller]],
  ['is an adapter', [{ ...small, path: 'packages/x/src/timer-adapter.ts' }, caller]],
  ['has the error codes', [{ ...small, path: 'packages/x/src/error-codes.ts' }, caller]],
])('lets one stand that %s', (_what, sources) => {
  expect(tooSmall(sources, {})).toEqual([]);
});

test.each<[string, readonly MeasuredSource[]]>([
  ['has a test, and no program imports it', [{ ...small, hasTest: true }, caller]],
  ['a program imports without a test of it', [small, { ...caller, importers: [] }]],
  ['is beside the commands, and no command', [{ ...command, importers: [CALLER] }, caller]],
  ['records of kinds share', [{ ...small, path: 'packages/apiserver/src/kinds/shared/ports.ts' }, caller]],
])('finds one that %s', (_what, sources) => {
  expect(tooSmall(sources, {})).toHaveLength(1);
});

test('lets a listed concept stand, and finds one that is not small any more', () => {
  const listed = { [SMALL]: 'a concept' };
  expect(tooSmall([small, caller], listed)).toEqual([]);
  const stale = [`${SMALL}: is not small and imported once: take it off the list in small-sources.ts`];
  expect(tooSmall([{ ...small, lines: 30 }, caller], listed)).toEqual(stale);
  expect(tooSmall([caller], listed)).toEqual(stale);
});
