import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { expect, test } from 'vitest';

const scenarios = path.join(import.meta.dirname, '../testdata/scenarios');
const options = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../../.prettierrc.json'), 'utf8'));

const clients = readdirSync(scenarios, { recursive: true, encoding: 'utf8' })
  .filter((file) => /expected.packages.client.*\.ts$/.test(file))
  .sort();

test.each(clients)('prettier would not change %s', async (file) => {
  const text = readFileSync(path.join(scenarios, file), 'utf8');
  expect(await format(text, { ...options, parser: 'typescript' })).toBe(text);
});

test('there are clients to look at', () => {
  expect(clients.length).toBeGreaterThan(5);
});
