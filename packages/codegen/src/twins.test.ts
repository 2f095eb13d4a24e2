import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compareTwin, generateTwin } from './test-support/compare-twin.ts';
import {
  compareWithRecorded,
  generateWithWords,
  publishedTwinNames,
  readPublishedTwin,
  recordedAs,
} from './test-support/published-twins.ts';
import { filesBelow } from './test-support/twin-rules.ts';
import { readTwin, repository, twinNames } from './test-support/twins.ts';

test.each(twinNames)('%s: Go and TypeScript give what controller-gen 0.21 writes, byte for byte', async (name) => {
  for (const { file, expected, given } of await compareTwin(readTwin(name)))
    expect({ file, text: given }).toEqual({ file, text: expected });
});

test.each(publishedTwinNames)(
  '%s: the TypeScript of a published API gives what controller-gen 0.21 writes for its Go',
  async (name) => {
    const twin = readPublishedTwin(name);
    const compared = compareWithRecorded(twin, await generateTwin(twin));
    expect(compared.length).toBeGreaterThan(0);
    for (const { file, expected, given } of compared) expect({ file, text: given }).toEqual({ file, text: expected });
  },
);

test('a long manifest is recorded as a digest, which differs for other texts', () => {
  const long = 'x'.repeat(2 ** 16);
  expect(recordedAs('a.yaml', long)).toEqual(['a.yaml', long]);
  const [file, digest] = recordedAs('a.yaml', `${long}x`);
  expect(file).toBe('a.yaml.sha256');
  expect(digest).toMatch(/^[0-9a-f]{64}\n$/);
  expect(recordedAs('a.yaml', `${long}y`)[1]).not.toBe(digest);
});

test('texts replace their digests, and a digest without a text is refused', async () => {
  const twin = readPublishedTwin('network-policy');
  await expect(generateWithWords(twin, {})).rejects.toThrow(/no text with the digest:/);
  const sources = filesBelow(path.join(repository, twin.api, 'src'), '.ts').map((file) => readFileSync(file, 'utf8'));
  const digests = [...new Set(sources.flatMap((source) => source.match(/digest:[\w-]+/g) ?? []))];
  const [message = ''] = sources.flatMap((source) => /message="(digest:[\w-]+)"/.exec(source)?.[1] ?? []);
  const words = Object.fromEntries(digests.map((digest, index) => [digest, `Line ${index}\nand the "second".`]));
  const given = await generateWithWords(twin, { ...words, [message]: 'In one line, "quoted".' });
  const text = [...given.values()].join('');
  expect(digests.length).toBeGreaterThan(50);
  expect(digests.filter((digest) => text.includes(digest))).toEqual([]);
  expect(text).toMatch(/description: \|-\n +Line \d+\n +and the "second"\.\n/);
  expect(text).toContain('message: In one line, "quoted".');
});
