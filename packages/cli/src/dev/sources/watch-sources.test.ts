import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchSources } from './watch-sources.ts';

function watched() {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'kb-watch-')));
  const file = (name: string): string => path.join(root, name);
  mkdirSync(file('src'));
  writeFileSync(file('src/a.ts'), 'a');
  writeFileSync(file('PROJECT'), 'p');
  const seen: string[] = [];
  let arrived = Promise.withResolvers<void>();
  const watch = watchSources({
    places: [file('src'), file('PROJECT'), file('missing')],
    onChange(files) {
      seen.push(...files.map((each) => path.relative(root, each)));
      arrived.resolve();
    },
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => {
    watch.close();
    rmSync(root, { recursive: true });
  });
  /** Waits until a file is reported, and returns all that were until then. */
  const until = async (name: string): Promise<string[]> => {
    while (!seen.includes(name)) {
      await arrived.promise;
      arrived = Promise.withResolvers();
    }
    return seen.splice(0);
  };
  return { file, watch, until, write: (name: string, text: string) => writeFileSync(file(name), text) };
}

test('a file that changes, is new or gone is reported', async () => {
  const { file, until, write } = watched();
  write('src/a.ts', 'b');
  expect(await until('src/a.ts')).toEqual(['src/a.ts']);
  write('src/new.ts', 'n');
  expect(await until('src/new.ts')).toEqual(['src/new.ts']);
  rmSync(file('src/a.ts'));
  expect(await until('src/a.ts')).toEqual(['src/a.ts']);
});

test('a file that is replaced by renaming, as editors save, is reported as itself', async () => {
  const { file, until, write } = watched();
  write('src/.a.ts.tmp', 'b');
  renameSync(file('src/.a.ts.tmp'), file('src/a.ts'));
  expect(await until('src/a.ts')).toEqual(['src/a.ts']);
});

test('the same content, and what is known, is not reported', async () => {
  const { file, watch, until, write } = watched();
  write('src/a.ts', 'a');
  write('src/known.ts', 'k');
  watch.remember([file('src/known.ts')]);
  write('src/.hidden.ts', 'h');
  mkdirSync(file('src/node_modules'));
  write('src/node_modules/x.ts', 'x');
  write('other', 'beside PROJECT');
  write('PROJECT', 'q');
  expect(await until('PROJECT')).toEqual(['PROJECT']);
});

test('files in new folders are reported, and later changes in them', async () => {
  const { file, until, write } = watched();
  mkdirSync(file('src/deep/er'), { recursive: true });
  write('src/deep/er/c.ts', 'c');
  await until('src/deep/er/c.ts');
  write('src/deep/er/c.ts', 'd');
  expect(await until('src/deep/er/c.ts')).toEqual(['src/deep/er/c.ts']);
});

test('a file written twice in a quick row is reported once, and not while it is empty', async () => {
  const { until, write } = watched();
  write('src/a.ts', '');
  write('src/a.ts', 'half');
  write('src/a.ts', 'whole');
  expect(await until('src/a.ts')).toEqual(['src/a.ts']);
  write('src/b.ts', 'b');
  expect(await until('src/b.ts')).toEqual(['src/b.ts']);
});

test('a file that stays empty is reported', async () => {
  const { until, write } = watched();
  write('src/a.ts', '');
  expect(await until('src/a.ts')).toEqual(['src/a.ts']);
});

test('a folder can be added without those in it', async () => {
  const { file, watch, until, write } = watched();
  mkdirSync(file('lib/in'), { recursive: true });
  write('lib/l.ts', 'l');
  watch.add(file('lib'), Number.POSITIVE_INFINITY);
  write('lib/in/x.ts', 'x');
  write('lib/l.ts', 'm');
  expect(await until('lib/l.ts')).toEqual(['lib/l.ts']);
});

test('what was written in an added folder since some time is reported', async () => {
  const { file, watch, until, write } = watched();
  mkdirSync(file('lib'));
  for (const name of ['old', 'new']) write(`lib/${name}.ts`, name);
  const since = Date.now() - 60_000;
  utimesSync(file('lib/old.ts'), since / 1000 - 1, since / 1000 - 1);
  watch.add(file('lib'), since);
  expect(await until('lib/new.ts')).toEqual(['lib/new.ts']);
});

test('a folder that is removed and made again is watched again', async () => {
  const { file, until, write } = watched();
  mkdirSync(file('src/deep/er'), { recursive: true });
  write('src/deep/er/c.ts', 'c');
  await until('src/deep/er/c.ts');
  rmSync(file('src/deep'), { recursive: true });
  expect(await until('src/deep/er/c.ts')).toEqual(['src/deep/er/c.ts']);
  mkdirSync(file('src/deep/er'), { recursive: true });
  write('src/deep/er/c.ts', 'd');
  await until('src/deep/er/c.ts');
  write('src/deep/er/c.ts', 'e');
  expect(await until('src/deep/er/c.ts')).toEqual(['src/deep/er/c.ts']);
});

test('the files of a folder that is moved away, and back, are reported each time', async () => {
  const { file, until, write } = watched();
  mkdirSync(file('src/deep'));
  write('src/deep/c.ts', 'c');
  await until('src/deep/c.ts');
  renameSync(file('src/deep'), file('deep'));
  expect(await until('src/deep/c.ts')).toEqual(['src/deep/c.ts']);
  renameSync(file('deep'), file('src/deep'));
  expect(await until('src/deep/c.ts')).toEqual(['src/deep/c.ts']);
  write('src/deep/c.ts', 'd');
  expect(await until('src/deep/c.ts')).toEqual(['src/deep/c.ts']);
});
