import { printYaml } from '@kb/apimachinery/yaml';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { parseMarker } from './markers/parse/parse-marker.ts';
import { pluralise } from './naming/plural.ts';
import { markerLines } from './test-support/marker-lines.ts';
import { publishedFolder, publishedTwinNames, readPublishedTwin, recordedAs } from './test-support/published-twins.ts';
import {
  newerModules,
  oracleArguments,
  oracleFolder as folder,
  oracleOptions,
  readTwin,
  twinNames,
} from './test-support/twins.ts';

/**
 * Compares with the oracle directly: controller-tools, its YAML library and its inflection. Needs Go and its modules.
 * `KB_UPDATE=1` records its output.
 */
const temporary = mkdtempSync(path.join(tmpdir(), 'kb-oracle-'));
const binary = path.join(temporary, 'controller-gen');
const newerBinary = path.join(temporary, 'newer-controller-gen');
const builds = [
  spawnSync('go', ['build', '-o', binary, '.'], { cwd: folder, encoding: 'utf8' }),
  spawnSync('go', ['build', `-modfile=${newerModules}`, '-o', newerBinary, '.'], { cwd: folder, encoding: 'utf8' }),
];
const failed = builds.find(({ status }) => status !== 0);
const isThere = failed === undefined;
if (!isThere) {
  const why = failed.error === undefined ? failed.stderr.split('\n').slice(0, 3).join(' ') : 'there is no Go';
  console.warn(`SKIPPED: nothing was compared with controller-gen itself: ${why}`);
}
const listed = isThere
  ? spawnSync('go', ['list', '-deps', '.'], { cwd: publishedFolder, encoding: 'utf8' })
  : undefined;
const areThere = listed?.status === 0;
if (listed !== undefined && !areThere) {
  const why = listed.stderr.split('\n').slice(0, 3).join(' ');
  console.warn(`SKIPPED: the published APIs were not compared with controller-gen itself: ${why}`);
}
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function ask(args: readonly string[], lines: readonly string[] = [], oracle = binary, cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(oracle, args, {
    cwd,
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

describe.skipIf(!isThere)('controller-gen', () => {
  test.each(twinNames)('writes what is recorded for %s', (name) => {
    const twin = readTwin(name);
    const files: Record<string, string> = JSON.parse(ask(oracleArguments(twin), [], twin.newer ? newerBinary : binary));
    if (process.env['KB_UPDATE'] === '1') record(twin.expected, files);
    expect(Object.keys(files).sort()).toEqual(readdirSync(twin.expected).sort());
    for (const [file, text] of Object.entries(files))
      expect(text).toBe(readFileSync(path.join(twin.expected, file), 'utf8'));
  });

  test.skipIf(!areThere).each(publishedTwinNames)('writes what is recorded for the published %s', (name) => {
    const twin = readPublishedTwin(name);
    const args = ['generate', ...oracleOptions(twin), ...twin.packages];
    const written: Record<string, string> = JSON.parse(ask(args, [], binary, publishedFolder));
    const files = Object.fromEntries(Object.entries(written).map(([file, text]) => recordedAs(file, text)));
    if (process.env['KB_UPDATE'] === '1') record(twin.expected, files);
    expect(Object.keys(files).sort()).toEqual(readdirSync(twin.expected).sort());
    for (const [file, text] of Object.entries(files))
      expect(text).toBe(readFileSync(path.join(twin.expected, file), 'utf8'));
  });

  test('its YAML library prints random values as ours does', () => {
    // Excludes letters that are newer than the library's tables, and characters that its JSON reader cannot read.
    const text = fc
      .oneof(
        fc.constantFrom(
          'yes',
          'NO',
          '~',
          '',
          ' ',
          '- a',
          ': b',
          'a #b',
          '---',
          '...',
          '<<',
          '\t',
          '\ufeffx',
          '"',
          "it's",
          '?',
          '0o17',
          '1_0',
          '1e3',
          '.5',
          '0x1F',
          '2024-1-5',
          '2024-01-15T1:2:3Z',
          '12:30',
          '+.inf',
          '😀',
          '|',
          '%',
          'x2',
          'x10',
          'a: b',
        ),
        fc.string({ maxLength: 30 }),
        fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => !/[\u{10000}-\u{10ffff}]/u.test(value)),
        fc.lorem({ maxCount: 30 }),
      )
      .chain((word) =>
        fc.tuple(fc.constant(word), fc.constantFrom('', ' ', '\n', '\n\n', ' \n', '  '), fc.lorem({ maxCount: 25 })),
      )
      .map(([first, between, last]) => (between === '' ? first : `${first}${between}${last}`));
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: -1e7, max: 1e7, noNaN: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 5 }),
      ),
    }));
    const lines = fc
      .sample(value, { numRuns: 3000, seed: 20 })
      .map((sample) => JSON.stringify(sample).replaceAll(/[\ufeff\u2028\u2029]/g, escaped));
    const readable = lines.filter((line) => !/[\u007f-\u009f]/.test(line));
    const answers = ask(['yaml'], readable).trimEnd().split('\n');
    for (const [index, line] of readable.entries())
      expect(printYaml(JSON.parse(line))).toBe(JSON.parse(answers[index] ?? '""'));
  });

  test('it parses markers as ours does', () => {
    const lines = fc.sample(markerLines, { numRuns: 20_000, seed: 20 });
    const answers = ask(
      ['markers'],
      lines.map((line) => JSON.stringify(line)),
      newerBinary,
    )
      .trimEnd()
      .split('\n');
    let read = 0;
    for (const [index, line] of lines.entries()) {
      const { name, error, values = {} }: ReadMarker = JSON.parse(answers[index] ?? '{}');
      // Excludes unquoted text that begins with a separator, and with a space before the separator after it: see
      // docs/compatibility.md.
      if (name === undefined || error !== undefined || /[=,;{]\s*[,;}]| ;/.test(line.text)) continue;
      const { marker, problem } = parseMarker({ text: line.text, span: { file: '', line: 1, column: 1, length: 1 } }, [
        line.target,
      ]);
      // Excludes markers without a value, where ours is stricter, and names followed by other characters, which are not
      // markers.
      if (problem !== undefined && /takes no value|unknown marker/.test(problem.finding.message)) continue;
      expect({ line, values: marker && written(Object.fromEntries(marker.values)) }).toEqual({
        line,
        values: written('value' in values ? { '': values['value'] } : values),
      });
      read++;
    }
    expect(read).toBeGreaterThan(1000);
  });

  test('its plurals equal ours', () => {
    const words = [
      'Leaf',
      'Policy',
      'Ingress',
      'DNS',
      'HTTPRoute',
      'IPPool',
      'Quota',
      'MyChild',
      'Datum',
      'Axis',
      'MyAxis',
      'Chassis',
      'Series',
      'UserID',
      'Photo',
      'Studio',
      'Quiz',
      'Bus',
      'Analysis',
      'Matrix',
      'Knife',
      'Roof',
    ];
    const random = fc.sample(fc.stringMatching(/^[A-Z][a-z]{2,12}([A-Z]{1,3}[a-z]{2,8})?$/), {
      numRuns: 3000,
      seed: 20,
    });
    // Excludes whole names that are an abbreviation in another case, a bug of the library (see docs/compatibility.md).
    const kinds = [...words, ...random].filter((kind) => kind.length > 5 || words.includes(kind));
    const answers = ask(['plural'], kinds).trimEnd().split('\n');
    expect(kinds.map(pluralise)).toEqual(answers);
  });
});

function record(expected: string, files: Readonly<Record<string, string>>): void {
  rmSync(expected, { recursive: true, force: true });
  mkdirSync(expected);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(expected, file), text);
}

/** The oracle's result for a marker. */
interface ReadMarker {
  readonly name?: string;
  readonly error?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The values without Go's zero values for omitted arguments. */
function written(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isZero = (value: unknown): boolean =>
    value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name === '' || !isZero(value)));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
