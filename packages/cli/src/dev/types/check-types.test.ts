import { utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DevEvent } from '../events/dev-event.ts';
import { type TestFolder, testFolder } from '../../test-support/run-kb.ts';
import { createTypeChecker, readMistakes } from './check-types.ts';

test('mistakes are read with their places and lines; other output is ignored', () => {
  using folder = testFolder();
  folder.write('src/a.ts', "const a: number = 'x';\n");
  const output = [
    "src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    '  More about it.',
    'error TS5057: no file',
    '',
  ].join('\n');
  expect(readMistakes(output, folder.path)).toEqual([
    {
      place: { file: 'src/a.ts', line: 1, column: 7 },
      code: 'TS2322',
      message: "Type 'string' is not assignable to type 'number'.",
      frame: ["> 1 | const a: number = 'x';", '    |       ^', '  2 |'],
    },
  ]);
});

/** A project whose TypeScript is this program. */
function checked(folder: TestFolder, compiler: string) {
  folder.write('node_modules/typescript/package.json', '{"name":"typescript"}');
  folder.write('node_modules/typescript/bin/tsc', compiler);
  folder.write('packages/api/tsconfig.json', '{}');
  const events: DevEvent[] = [];
  let arrived = Promise.withResolvers<void>();
  const types = createTypeChecker(folder.path, (event) => {
    events.push(event);
    arrived.resolve();
  });
  return async (): Promise<readonly DevEvent[]> => {
    types.check([path.join(folder.path, 'packages/api')]);
    await arrived.promise;
    arrived = Promise.withResolvers();
    return events.splice(0);
  };
}

test.each([
  ['crashes', `process.exit(134)`, 'it ended with 134'],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'it ended with a signal'],
  ['panics with the code of mistakes', `process.exit(2)`, 'it ended with 2'],
  ['refuses its configuration', `console.log('error TS5057: no file'); process.exit(1)`, 'error TS5057: no file'],
])('a compiler that %s is reported, and the next save tries again', async (_, compiler, reason) => {
  using folder = testFolder();
  const check = checked(folder, compiler);
  const text = `the type checker failed (${reason}); the next save tries again`;
  expect(await check()).toEqual([{ event: 'notice', label: 'Types', text }]);
  folder.write('node_modules/typescript/bin/tsc', `console.log('a.ts(1,1): error TS2322: wrong'); process.exit(2)`);
  expect(await check()).toMatchObject([{ event: 'types', errors: [{ code: 'TS2322' }] }]);
});

test('of more mistakes than are reported, those of the file that was saved last come first, and new ones', async () => {
  using folder = testFolder();
  const printing = (old: number, ...more: readonly string[]): string =>
    `for (let line = 1; line <= ${old}; line += 1) console.log('a.ts(' + line + ',1): error TS2307: old');
for (const line of ${JSON.stringify(more)}) console.log(line);
process.exitCode = ${old + more.length > 0 ? 2 : 0};`;
  const compiler = 'node_modules/typescript/bin/tsc';
  folder.write('a.ts', 'export {};');
  folder.write('z.ts', 'export {};');
  utimesSync(path.join(folder.path, 'a.ts'), 1, 1);
  const check = checked(folder, printing(25, 'z.ts(1,1): error TS2322: saved'));
  expect(await check()).toMatchObject([{ errors: { length: 20, 0: { code: 'TS2322' }, 1: { code: 'TS2307' } } }]);
  folder.write(compiler, printing(25, 'z.ts(1,1): error TS2322: saved', 'z.ts(2,1): error TS2345: new'));
  expect(await check()).toMatchObject([{ errors: { length: 20, 0: { code: 'TS2345' }, 1: { code: 'TS2322' } } }]);
  folder.write(compiler, printing(0));
  expect(await check()).toEqual([{ event: 'types', errors: [] }]);
});
