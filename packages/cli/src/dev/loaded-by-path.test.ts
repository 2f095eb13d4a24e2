import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('modules that another process or thread loads by their path are built as files of their own', () => {
  const src = path.join(import.meta.dirname, '..');
  const manifest = readFileSync(path.join(src, '../package.json'), 'utf8');
  const loaded = globSync('**/*.ts', { cwd: src, exclude: (name) => name.endsWith('.test.ts') }).flatMap((file) => {
    const text = readFileSync(path.join(src, file), 'utf8');
    const found = [...text.matchAll(/new URL\(`([\w./-]+)\.\$\{suffix\}`/g)];
    return found.map(([, name = '']) => `${path.posix.join(path.posix.dirname(file), name)}.ts`);
  });
  expect(loaded).toContain('dev/operator/operator-host.ts');
  expect(loaded.filter((file) => !manifest.includes(` ${file}`))).toEqual([]);
});
