import assert from 'node:assert/strict';
import { restorableServer } from '../../../src/test-support/restorable-server.ts';
import { playRestoredBackup } from '../restored-backup.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'After a backup was restored, the cache is what the server has: nothing of the lost history is missing, shown, or taken for applied',
  embeddedOnly: 'a server that is replaced by another: the conformance suite restores the backup of a real etcd',
  run: async (environment) => {
    const { virtualClock: clock } = environment;
    assert.ok(clock);
    await playRestoredBackup({
      ...environment,
      clock,
      namespace: 'default',
      server: restorableServer(clock),
      writes: 40,
    });
  },
};
