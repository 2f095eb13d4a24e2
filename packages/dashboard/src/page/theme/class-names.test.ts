import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { expect, test } from 'vitest';

const page = fileURLToPath(new URL('..', import.meta.url));

/** The style sheets, each with the names that it has, and those that the components beside it use. */
function sheets(): { readonly sheet: string; readonly unknown: string[]; readonly unused: string[] }[] {
  const components = globSync('**/*.tsx', { cwd: page }).map((file) => ({
    folder: path.dirname(file),
    text: readFileSync(path.join(page, file), 'utf8'),
  }));
  return globSync('**/*.module.css', { cwd: page }).map((sheet) => {
    const css = readFileSync(path.join(page, sheet), 'utf8');
    const has = new Set([...css.matchAll(/\.([a-z]\w*)/gi)].map(([, name]) => name ?? ''));
    has.delete('1s');
    const users = components.filter(
      ({ folder, text }) => folder === path.dirname(sheet) && text.includes(`'./${path.basename(sheet)}'`),
    );
    const uses = new Set(
      users.flatMap(({ text }) => [...text.matchAll(/styles\['(\w+)'\]/g)].map(([, name]) => name ?? '')),
    );
    const computed = users.some(({ text }) => /styles\[[^']/.test(text));
    const unused = computed ? [] : [...has].filter((name) => !uses.has(name));
    return { sheet, unknown: [...uses].filter((name) => !has.has(name)), unused };
  });
}

test('components use the class names that their style sheets have, and all of them', () => {
  const found = sheets();
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ unknown, unused }) => unknown.length + unused.length > 0)).toEqual([]);
});
