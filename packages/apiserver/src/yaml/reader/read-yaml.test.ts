import { findSlowAttack, type Reader } from '@kb/linear-time';
import { describe, expect, test } from 'vitest';
import { readYaml } from './read-yaml.ts';
import { parseYaml } from '../parse-yaml.ts';

/** Strings that have a meaning in YAML. */
const PIECES = [
  '&a ',
  '*a ',
  '*a,',
  '!a ',
  '!!x ',
  '!!str ',
  '!<a> ',
  '- ',
  '? ',
  ': ',
  'a: ',
  'a:\n',
  '-\n',
  '- a\n',
  '? a\n',
  '|\n',
  '>\n',
  '# a\n',
  '#',
  '---\n',
  '...\n',
  '%a\n',
  '[]',
  '{}',
  '[],',
  '[a,',
  '{a,',
  '<<: *a\n',
  '<<: {a: 1}\n',
  'a b: ',
  'x\n',
  ' x\n',
  '- &a x\n',
  '- *a\n',
  'é: 1\n',
  "'",
  "''",
  '"',
  '\\"',
  '"\\x',
  '@',
  '`',
  '\r',
  '\t',
  ' \n',
];

const readers: readonly Reader[] = [
  { name: 'a document', read: readYaml, own: PIECES, largest: 32 * 1024 },
  {
    name: 'a list with an anchor',
    read: (text) => readYaml(`- &a [x]\n${text}`),
    general: false,
    own: ['- *a\n', '- <<: *a\n', '- {<<: *a}\n'],
  },
  {
    name: 'a map with an anchor',
    read: (text) => readYaml(`a: &a {x: y}\nb:\n${text}`),
    general: false,
    own: ['- *a\n', '- <<: *a\n', '- {<<: *a}\n'],
  },
  {
    name: 'a quoted text',
    read: (text) => readYaml(`a: "${text}"`),
    general: false,
    own: ['\\n', '\\\n ', 'x\n ', '\n'],
  },
  { name: 'a text in quotes', read: (text) => readYaml(`a: '${text}'`), general: false, own: ["''", 'x\n ', '\n'] },
  {
    name: 'a plain text of many lines',
    read: (text) => readYaml(`a: x\n${text}`),
    general: false,
    own: ['  x\n', '  # x\n', ' \n'],
  },
  { name: 'a block of text', read: (text) => readYaml(`a: |\n${text}`), general: false, own: ['  x\n', '\n', ' \n'] },
  { name: 'bytes', read: (text) => readYaml(`a: !!binary ${text}`), general: false, own: ['AAAA', 'A', '='] },
  {
    name: 'a number',
    read: (text) => readYaml(`a: ${text}`),
    general: false,
    own: ['1', '1_', '1:', '0x', '.', '1.', '1e'],
  },
];

describe('readYaml', () => {
  test.each(readers)('reads $name in linear time', async (reader) => {
    expect(await findSlowAttack(reader)).toBeUndefined();
  });

  test.each(['[', '{a: ', '- ', '? ', '[{a: '])('refuses %j a million times without parsing it', (piece) => {
    expect(() => readYaml(piece.repeat(500_000))).toThrow('yaml: exceeded max depth of 10000');
  });
});

describe('parseYaml', () => {
  const long = `- ${'x'.repeat(20)}\n`.repeat(2000);

  test('parses a long document like a short one, in a worker thread', async () => {
    const text = `${long}- {a: 9007199254740993, a: 2, __proto__: 1}\n`;
    expect(await parseYaml(text)).toEqual(readYaml(text));
  });

  test('reports errors of long documents as of short ones', async () => {
    await expect(parseYaml(`${long}a: b`)).rejects.toThrow(`yaml: line 2000: did not find expected '-' indicator`);
  });

  test('does not block the event loop while a long document is parsed', async () => {
    let turns = 0;
    const state = { done: false };
    const reading = parseYaml(']'.repeat(100_000)).finally(() => (state.done = true));
    reading.catch(() => undefined);
    while (!state.done) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect(reading).rejects.toThrow('yaml: did not find expected node content');
    // Each turn is a chance for another request.
    expect(turns).toBeGreaterThan(10);
  });

  test('parses several long documents one after another', async () => {
    const texts = [1, 2, 3].map((number) => `${long}- ${number}\n`);
    const read = await Promise.all(texts.map(parseYaml));
    expect(read.map(({ value }) => Array.isArray(value) && value.at(-1))).toEqual([1, 2, 3]);
  });
});
