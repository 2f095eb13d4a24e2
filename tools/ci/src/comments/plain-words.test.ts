import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handWrittenSources, pages } from './hand-written-sources.ts';
import { asRead, countPhrases, phrases, type PhraseCounts } from './plain-words.ts';

/** Uses by package and phrase that are left of the time before this check. They only go down. */
const leftFile = new URL('phrases-left.json', import.meta.url);

/** Files that hold the phrases because they are about them. */
const about = new Set([
  'docs/glossary.md',
  'tools/ci/src/comments/plain-words.ts',
  'tools/ci/src/comments/plain-words.test.ts',
]);

/** Sentences that are fine although a phrase is in them: by file, as they read without line breaks. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The name of a recording.
  'packages/apimachinery/src/managed-fields/test-support/scenarios/widgets.ts': ['same value by everybody'],
  'packages/appservice/controller/src/scenarios/foreign.ts': ["'somebody-elses'"],
  'packages/appservice/controller/src/story.ts': ["'somebody-elses:1'"],
  'tools/soak/src/workload.ts': ["fieldManager: 'somebody'"],
};

test.each(phrases)('finds "$name" where it is wrong, and only there', ({ name, wrong, fine }) => {
  expect(countPhrases(wrong)).toMatchObject({ [name]: 1 });
  expect(fine.map(countPhrases)).toEqual(fine.map(() => ({})));
});

test('finds a phrase that a line break parts', () => {
  expect(countPhrases('// What waits for\n// ever is closed.\n')).toEqual({ 'for ever': 1 });
  expect(countPhrases('  /**\n   * It waits for\n   * ever.\n   */\n')).toEqual({ 'for ever': 1 });
});

test('no package has more of the phrases than it had', () => {
  const files = [...handWrittenSources(), ...pages()].filter(({ path }) => !about.has(path));
  expect(files.length).toBeGreaterThan(1000);
  const stale: string[] = [];
  const places = new Map<string, string[]>();
  const counts: Record<string, Record<string, number>> = {};
  for (const { path, text } of files) {
    const rest = (allowed[path] ?? []).reduce((read, sentence) => {
      if (!read.includes(sentence)) stale.push(`${path}: "${sentence}" is not there any more: take it from the list`);
      return read.replaceAll(sentence, '');
    }, asRead(text));
    for (const [name, count] of Object.entries(countPhrases(rest))) {
      const owner = ownerOf(path);
      const ofOwner = (counts[owner] ??= {});
      ofOwner[name] = (ofOwner[name] ?? 0) + count;
      places.set(`${owner} ${name}`, [...(places.get(`${owner} ${name}`) ?? []), path]);
    }
  }
  const left: Readonly<Record<string, PhraseCounts>> = JSON.parse(readFileSync(leftFile, 'utf8'));
  if (process.env['KB_UPDATE'] === '1') {
    writeFileSync(leftFile, `${JSON.stringify(lowered(left, counts), undefined, 2)}\n`);
    return;
  }
  const problems = Object.keys({ ...left, ...counts }).flatMap((owner) =>
    phrases.flatMap(({ name, instead }) => {
      const now = counts[owner]?.[name] ?? 0;
      const before = left[owner]?.[name] ?? 0;
      if (now < before) return [`${owner}: "${name}" is left ${now} times: lower the number with KB_UPDATE=1`];
      if (now === before) return [];
      const where = places.get(`${owner} ${name}`)?.join(', ');
      return [`${owner}: "${name}" is there ${now} times, ${before} are left. Write ${instead}. In ${where}`];
    }),
  );
  expect([...stale, ...problems]).toEqual([]);
});

/** The package, the tool or the folder that a file belongs to. */
function ownerOf(path: string): string {
  const [first = '', second = '', ...more] = path.split('/');
  if (second === '') return 'root';
  return (first === 'packages' || first === 'tools') && more.length > 0 ? `${first}/${second}` : first;
}

/** The numbers that may go down, down to what is there now; none goes up. */
function lowered(left: Readonly<Record<string, PhraseCounts>>, now: Readonly<Record<string, PhraseCounts>>) {
  return Object.fromEntries(
    Object.entries(left)
      .map(([owner, counts]) => {
        const fewer = Object.entries(counts).map(
          ([name, count]) => [name, Math.min(count, now[owner]?.[name] ?? 0)] as const,
        );
        return [owner, Object.fromEntries(fewer.filter(([, count]) => count > 0))] as const;
      })
      .filter(([, counts]) => Object.keys(counts).length > 0),
  );
}
