import { expect, test } from 'vitest';
import { commandTable } from '../commands/index.ts';
import { helpOf, overview } from './help.ts';

// These texts are read by people and scripts: `vitest -u` rewrites them after an intended change.
test('the help of every command is as published', async () => {
  const helps = await Promise.all(
    commandTable.map(async (entry) => `$ kb ${entry.name} --help\n${helpOf(entry, await entry.load())}`),
  );
  const text = [`$ kb --help\n${overview(commandTable)}`, ...helps].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../../testdata/help.txt');
});
