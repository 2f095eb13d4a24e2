import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cacheDefaults } from './defaults/cache-defaults.ts';
import { clientDefaults } from './defaults/client-defaults.ts';
import { controllerDefaults } from './defaults/controller-defaults.ts';
import { flagDefaults } from './defaults/flag-defaults.ts';
import { leaderElectionDefaults } from './defaults/leader-election-defaults.ts';
import { managerDefaults } from './defaults/manager-defaults.ts';
import { serverDefaults } from './defaults/server-defaults.ts';
import { sourceDefaults } from './defaults/source-defaults.ts';
import { optionTables } from './option-tables.ts';

const page = path.resolve(import.meta.dirname, '../../../../docs/runtime.md');
const tables = optionTables(readFileSync(page, 'utf8'));

/** The behaviour of omitted options, as the page describes it, by table. */
const code: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  flags: flagDefaults,
  manager: managerDefaults,
  'leader election': leaderElectionDefaults,
  cache: cacheDefaults,
  controller: controllerDefaults,
  sources: sourceDefaults,
  client: clientDefaults,
  servers: serverDefaults,
};

test('every table of defaults is compared', () => {
  expect([...tables.keys()].toSorted()).toEqual(Object.keys(code).toSorted());
});

describe.each(Object.entries(code))('defaults: %s', (name, defaults) => {
  test('docs/runtime.md has the defaults of the code', async () => {
    expect(Object.fromEntries(tables.get(name) ?? [])).toEqual(await defaults());
  });
});
