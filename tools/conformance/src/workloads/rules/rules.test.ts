import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSessions } from '../../kubectl/sessions.ts';
import { scenarios } from '../scenarios/scenarios.ts';
import { readRules } from './rule.ts';

const root = new URL('../../../../../', import.meta.url);
const rules = readRules();
const stories = scenarios.map(({ name }) => name);

/** The sections of the reference that have rules. */
const sections = [
  ...Array.from({ length: 16 }, (_, index) => `4.${index + 1}`),
  ...Array.from({ length: 4 }, (_, index) => `5.${index + 1}`),
];

test('ids of rules are unique, and so are names of stories', () => {
  expect(repeated(rules.map(({ id }) => id))).toEqual([]);
  expect(repeated(stories)).toEqual([]);
});

test('every section of the reference has rules', () => {
  const known = new Set(rules.map(({ section }) => section));
  expect(sections.filter((section) => !known.has(section))).toEqual([]);
  expect([...known].filter((section) => section !== '4' && !sections.includes(section))).toEqual([]);
});

test('every rule is shown by a story, a session or a test, or says why not', () => {
  const silent = rules.filter(({ says, stories: shown = [], sessions = [], tests = {}, missing = '' }) => {
    const names = [...shown, ...sessions, ...Object.values(tests).flat()];
    const hasEmpty = Object.values(tests).some((of) => of.length === 0) || names.some((name) => name.trim() === '');
    return says.trim() === '' || hasEmpty || (names.length === 0 && missing.trim() === '');
  });
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('every story and session that a rule names exists, and is named once', () => {
  const stages = ['api-server', 'workloads', 'connections'] as const;
  const known = new Set([
    ...stories,
    ...stages.flatMap((stage) => readSessions(stage).map(({ name }) => `${stage}/${name}`)),
  ]);
  const wrong = rules.flatMap(({ id, stories: shown = [], sessions = [] }) => {
    const names = [...shown, ...sessions];
    return [...names.filter((name) => !known.has(name)), ...repeated(names)].map((name) => `${id}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('every test that a rule names is in the file that it names', () => {
  const texts = new Map<string, ReadonlySet<string>>();
  const wrong = rules.flatMap(({ id, tests = {} }) =>
    Object.entries(tests).flatMap(([file, names]) => {
      const url = new URL(file, root);
      if (!existsSync(url)) return [`${id}: ${file}`];
      const written = texts.get(file) ?? namesIn(readFileSync(url, 'utf8'));
      texts.set(file, written);
      return [...names.filter((name) => !written.has(name)), ...repeated(names)].map((name) => `${id}: ${name}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test('names are found where tests, groups, rows and sequences have them, and nowhere else', () => {
  const text = `
    // the name of 'a comment'
    import { one } from 'a module';
    describe('a group', () => {
      test.each([
        ['a row', 'a value of a row'],
      ])("a table of \`%s\`", () => {});
      test(
        'a test',
        () => expect(one).toBe('a value'),
      );
    });
    const sequences = [{ name: 'a sequence' }];
  `;
  expect([...namesIn(text)]).toEqual(['a group', 'a row', 'a table of `%s`', 'a test', 'a sequence']);
});

test('every story shows a rule', () => {
  const named = new Set(rules.flatMap(({ stories: shown = [] }) => shown));
  expect(stories.filter((name) => !named.has(name))).toEqual([]);
});

/** Returns the texts that begin a call of a test or a group, begin a row, or are a name. */
function namesIn(text: string): ReadonlySet<string> {
  const calls = /(?:\b(?:test|it|describe|sequence\w*)\(|\)\(|^\s*\[|\bname:)\s*(['"`])((?:(?!\1).)+)\1/gm;
  return new Set([...text.matchAll(calls)].map(([, , name]) => name ?? ''));
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
