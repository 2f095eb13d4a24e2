import { expect, test } from 'vitest';
import * as cli from './index.ts';
import * as kbDev from './dev/index.ts';

/** What users of each entry depend on: a name that goes is a breaking change, one that comes is a promise. */
test.each([
  ['kb', cli, ['CliError', 'createTerminal', 'main']],
  ['kb/dev', kbDev, ['installManifests', 'newAdminToken', 'readManifests', 'startEmbeddedCluster', 'startOperator']],
])('the exports of %s are these', (_, entry, names) => {
  expect(Object.keys(entry).sort()).toEqual(names);
});
