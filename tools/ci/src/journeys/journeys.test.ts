import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { declares, MOST_STOPS, problemsOfJourneys, readJourneys } from './journeys.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const page = `# Page

1. \`not/here.ts\` › \`outside\`: is not in the section.

## Journeys

### From here to there

1. \`a.ts\` › \`begin\`: begins.
2. \`b.ts\` › \`Store\`: ends.

## Next

1. a list of something else
`;

test('a journey is the numbered list below a heading', () => {
  expect(readJourneys(page)).toEqual([
    {
      title: 'From here to there',
      stops: [
        { file: 'a.ts', name: 'begin', line: 9 },
        { file: 'b.ts', name: 'Store', line: 10 },
      ],
    },
  ]);
});

test.each(['1. a.ts begins', '1. `a.ts` › `begin`', '1. `a.ts` `begin`: begins'])('"%s" is not a stop', (line) => {
  expect(() => readJourneys(`## Journeys\n\n### One\n\n${line}\n`)).toThrow(/^line 5 is not a stop/);
});

test.each([
  ['export function begin(a: string): void {', true],
  ['export async function begin<T>(', true],
  ['function* begin() {', true],
  ['export class begin {', true],
  ['  const begin = (): void => {', true],
  ['  private begin(a: string): void {', true],
  ['  private begin(', true],
  ['  async begin(values, context) {', true],
  ['// function begin', false],
  [' * function begin', false],
  ['  begin(a);', false],
  ['  return begin(a);', false],
  ["import { begin } from './begin.ts';", false],
  ['export function beginAgain() {', false],
])('"%s" declares begin: %j', (source, want) => {
  expect(declares(`\n${source}\n`, 'begin')).toBe(want);
});

test('a missing file, a missing function and too many stops are reported with a remedy', () => {
  const journeys = readJourneys(page);
  const files: Readonly<Record<string, string>> = { 'a.ts': 'function start() {}', 'b.ts': 'class Store {}' };
  expect(problemsOfJourneys(journeys, (file) => files[file])).toEqual([
    'docs/architecture.md:9 (From here to there): a.ts does not declare "begin". Write where it is now, or the function that does this now',
  ]);
  expect(problemsOfJourneys(journeys, () => undefined)).toHaveLength(2);
  const [stop] = journeys[0]?.stops ?? [];
  const long = { title: 'Long', stops: Array.from({ length: MOST_STOPS + 1 }, () => stop!) };
  expect(problemsOfJourneys([long, { title: 'Empty', stops: [] }], () => 'function begin() {')).toEqual([
    'docs/architecture.md (Long): has 16 stops, at most 15 are allowed',
    'docs/architecture.md (Empty): has no stops',
  ]);
});

test('the five journeys of docs/architecture.md match the code', () => {
  const journeys = readJourneys(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));
  expect(journeys.map(({ title }) => title)).toEqual([
    'From a marker to YAML',
    'From a PATCH to stored and watched',
    'From a watch event to a reconcile',
    'From an apply to the wire',
    'From a command to files',
  ]);
  const read = (file: string): string | undefined =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
  expect(problemsOfJourneys(journeys, read)).toEqual([]);
});
