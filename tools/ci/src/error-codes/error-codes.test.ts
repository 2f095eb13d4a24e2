import { expect, test } from 'vitest';
import { codesInSources, valuesOfCode } from './codes-in-sources.ts';
import { readErrorPage } from './error-page.ts';
import { readErrorTables } from './error-tables.ts';

const tables = await readErrorTables();
// The codes of the importer are in the table of the generator.
const packages = [...new Set([...tables.map((table) => table.package), 'import'])];
const all = tables.flatMap(({ codes }) => Object.keys(codes));

/** Names of environment variables, which look like codes. */
const variables = new Set(['KB_CACHE_DIR', 'KB_PERMISSION_RECORDS', 'KB_TEST_KUBECONFIG', 'KB_UPDATE']);

test('every code has the same style, a text, and one table', () => {
  for (const { codes } of tables) {
    expect(Object.keys(codes).filter((code) => !/^KB(?:_[A-Z\d]+)+$/.test(code))).toEqual([]);
    expect(Object.entries(codes).filter(([, text]) => !/^[A-Z`].{10,}\.$/.test(text))).toEqual([]);
  }
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
});

test.each(packages)('every code in the sources of %s is in a table', (name) => {
  const unknown = codesInSources(name).filter(({ code }) => !all.includes(code) && !variables.has(code));
  expect(unknown, 'list them in the table of the package, and in docs/errors.md').toEqual([]);
});

test.each(packages)('no error of %s has a code of another style', (name) => {
  // Codes of Node and of the system are not ours.
  const others = valuesOfCode(name).filter(({ code }) => !/^(?:KB_|ERR_|E[A-Z]+$)/.test(code));
  expect(others).toEqual([]);
});

test('every code in a table is used in the sources of a package', () => {
  const used = new Set(packages.flatMap(codesInSources).map(({ code }) => code));
  expect(all.filter((code) => !used.has(code))).toEqual([]);
});

test.each(tables)('docs/errors.md has the codes of "$section", with what they stand for and what to do', (table) => {
  const page = readErrorPage().filter(({ section }) => section === table.section);
  const meanings = page.map(({ code, meaning }) => [code, meaning] as const);
  expect(Object.fromEntries(meanings)).toEqual(table.codes);
  expect(meanings.map(([code]) => code)).toEqual(Object.keys(table.codes).sort());
  expect(page.filter(({ toDo = '' }) => !/[.!]$/.test(toDo)).map(({ code }) => code)).toEqual([]);
});

test('docs/errors.md has no code that no table has', () => {
  expect(
    readErrorPage()
      .map(({ code }) => code)
      .filter((code) => !all.includes(code)),
  ).toEqual([]);
});
