import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../test-support/ending-thread.ts', import.meta.url));
const node = [process.execPath, '--conditions=@kb/source', program] as const;
/** Runs a command as the first process of its own namespace, like a container. */
const asFirst = ['--pid', '--fork', '--kill-child'] as const;
const canBeFirst = spawnSync('unshare', [...asFirst, 'true']).status === 0;

test('a thread ends its process while the main thread computes', () => {
  const { signal, stdout } = spawnSync(node[0], node.slice(1), { encoding: 'utf8', timeout: 60_000 });
  expect({ signal, stdout: stdout.replace(/^process \d+\n/, '') }).toEqual({ signal: 'SIGKILL', stdout: '' });
});

test.skipIf(!canBeFirst)(
  'a thread ends the first process of a container, which no signal from inside can end (needs permission for unshare)',
  () => {
    const { status, signal, stdout } = spawnSync('unshare', [...asFirst, ...node], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stdout.replace(/^process 1\n/, '')).toBe('');
    // unshare ends like its child; older versions with 128 plus the number of the signal, like a shell.
    expect(['SIGTRAP', 133]).toContain(signal ?? status);
  },
);
