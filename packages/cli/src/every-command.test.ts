// What every command that writes has in common: a second call changes nothing, an interrupted one leaves the old
// project or the new one, and a file system that refuses leaves the old one. tools/ci/src/killed-commands.ts interrupts
// them at every step.
import { seededRandom } from '@kb/apimachinery';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandTable } from './commands/index.ts';
import { type CommandSteps, interrupt, stepsOf } from './test-support/interrupted-commands.ts';
import type { TestFolder } from './test-support/run-kb.ts';
import { fullDisk, readOnlyDisk } from './test-support/stepped-disk.ts';
import { callOf, runCommand, startOf, writingCommands } from './test-support/writing-commands.ts';

/** Commands that write no files of a project: they read it, or change a cluster or images. */
const others = (
  'markers dev dashboard api-server doctor watch completion version ' +
  'install uninstall deploy undeploy docker-build docker-push docker-buildx'
).split(' ');

test('the list has every command that writes', () => {
  const writing = new Set(writingCommands.map(({ name }) => name));
  expect([...writing, ...others].toSorted()).toEqual(commandTable.map(({ name }) => name).toSorted());
});

const random = seededRandom(Number(process.env['KB_SEED'] ?? 1));

describe.each(writingCommands.map((command) => [callOf(command).join(' '), command] as const))(
  '%s',
  (_name, command) => {
    let steps: CommandSteps;
    beforeAll(async () => {
      steps = await stepsOf(command);
    });
    const state = (folder: TestFolder): unknown => [folder.snapshot(), folder.times()];

    test('writes, and changes nothing the second time', async () => {
      using folder = await startOf(command);
      const start = folder.snapshot();
      expect(await runCommand(command, folder)).toMatchObject({ code: 0, err: '' });
      expect(folder.snapshot()).not.toEqual(start);
      const before = state(folder);
      expect(await runCommand(command, folder)).toMatchObject({ code: 0, err: '' });
      expect(state(folder)).toEqual(before);
    });

    test('that is interrupted leaves the old project or the new one, at the latest after the next command', async () => {
      const at = Math.floor(random() * steps.count);
      expect(['old', 'new']).toContain(await interrupt(command, at, steps));
    });

    test('says that the file system is read-only, and what to do', async () => {
      using folder = await startOf(command);
      const before = state(folder);
      const { code, out, err } = await runCommand(command, folder, readOnlyDisk());
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(
        /error KB_SYSTEM: \S+ cannot be written: the file system is read-only \(EROFS\); nothing was/,
      );
      expect(err).toContain('write to another folder');
      expect(state(folder)).toEqual(before);
    });

    test('says that the disk is full, and what to do', async () => {
      using folder = await startOf(command);
      const before = state(folder);
      const at = Math.floor((random() * steps.count) / 2);
      const { code, out, err } = await runCommand(command, folder, fullDisk(at));
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/error KB_SYSTEM: \S+ cannot be written: the disk is full \(ENOSPC\); nothing was written/);
      expect(err).toContain('free some space');
      expect(state(folder)).toEqual(before);
    });
  },
);
