import { expect, test } from 'vitest';
import * as cli from './index.ts';
import * as kbDev from './dev/index.ts';

/** The public names of each entry: removing one is a breaking change, adding one is a promise. */
test.each([
  ['kb', cli, ['CliError', 'createTerminal', 'main']],
  ['kb/dev', kbDev, ['installManifests', 'newAdminToken', 'readManifests', 'startEmbeddedCluster', 'startOperator']],
])('%s exports these names', (_, entry, names) => {
  expect(Object.keys(entry).sort()).toEqual(names);
});
