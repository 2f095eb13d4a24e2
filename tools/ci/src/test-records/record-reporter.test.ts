import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import { recordReporter } from './record-reporter.ts';
import { recordsFolder } from './test-record.ts';

const name = `@kb/record-reporter-test-${process.pid}`;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kb-records-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(recordsFolder, `${name}.json`), { force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

async function run(filters: string[] = []): Promise<void> {
  const vitest = await startVitest('test', filters, {
    root: folder,
    config: false,
    watch: false,
    globals: true,
    include: ['**/*.test.js'],
    reporters: [recordReporter()],
  });
  await vitest.close();
}

const read = (): { tests: number; skipped: { titles: string[] }[] } =>
  JSON.parse(readFileSync(join(recordsFolder, `${name}.json`), 'utf8'));

test('a run of all tests is recorded, a partial run is not', async () => {
  write('package.json', JSON.stringify({ name, type: 'module' }));
  write(
    'src/a.test.js',
    `test('runs', () => {}); test.skipIf(true)('alone', () => {});
     describe.skipIf(true)('group', () => { test('inner', () => {}); });`,
  );
  write('src/b.test.js', `test('runs', () => {});`);
  await run(['src/b.test.js']);
  expect(read).toThrow('ENOENT');
  await run();
  expect(read()).toMatchObject({ tests: 4, skipped: [{ titles: ['alone'] }, { titles: ['group', 'inner'] }] });
});
