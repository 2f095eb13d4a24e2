import { expect, test } from 'vitest';
import { handWrittenSources, pages } from './hand-written-sources.ts';
import { asRead, countPhrases, phrases } from './plain-words.ts';

/** Files that contain the phrases because they describe them. */
const about = new Set([
  'docs/glossary.md',
  'tools/ci/src/comments/plain-words.ts',
  'tools/ci/src/comments/plain-words.test.ts',
]);

/** Correct sentences that contain a phrase: by file, without line breaks. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The name of a recording.
  'packages/apimachinery/src/managed-fields/test-support/scenarios/widgets.ts': ['same value by everybody'],
  'packages/appservice/controller/src/scenarios/foreign.ts': ["'somebody-elses'"],
  'packages/appservice/controller/src/story.ts': ["'somebody-elses:1'"],
  'tools/soak/src/workload.ts': ["fieldManager: 'somebody'"],
};

test.each(phrases)('finds "$name" in wrong sentences, and not in correct ones', ({ name, wrong, fine }) => {
  expect(countPhrases(wrong)).toMatchObject({ [name]: 1 });
  expect(fine.map(countPhrases)).toEqual(fine.map(() => ({})));
});

test('finds a phrase across a line break', () => {
  expect(countPhrases('// What waits for\n// ever is closed.\n')).toEqual({ 'for ever': 1 });
  expect(countPhrases('  /**\n   * It waits for\n   * ever.\n   */\n')).toEqual({ 'for ever': 1 });
});

test('no source or page has one of the phrases', () => {
  const files = [...handWrittenSources(), ...pages()].filter(({ path }) => !about.has(path));
  expect(files.length).toBeGreaterThan(1000);
  const problems: string[] = [];
  for (const { path, text } of files) {
    const rest = (allowed[path] ?? []).reduce((read, sentence) => {
      if (!read.includes(sentence))
        problems.push(`${path}: "${sentence}" is not there any more: take it from the list`);
      return read.replaceAll(sentence, '');
    }, asRead(text));
    for (const name of Object.keys(countPhrases(rest))) {
      const instead = phrases.find((phrase) => phrase.name === name)?.instead;
      problems.push(`${path}: "${name}": write ${instead}`);
    }
  }
  expect(problems).toEqual([]);
});
