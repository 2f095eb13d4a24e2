import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Holder, isRunning, thisProcess } from './holder.ts';
import { makeLockFile } from './lock-file.ts';
import { type ProjectLockOptions, withProjectLock } from './with-project-lock.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kb-lock-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const said: string[] = [];
const options = (command = 'kb create api'): ProjectLockOptions => ({
  command,
  onWait: (sentence) => void said.push(sentence),
  patience: 1000,
  sleep: async () => new Promise((resolve) => setImmediate(resolve)),
});

/** Creates the lock file of a process. */
function lockOf(holder: Partial<Holder>, command = 'kb generate'): void {
  mkdirSync(path.join(root, '.kb'), { recursive: true });
  makeLockFile(path.join(root, '.kb'), { ...thisProcess(), ...holder }, command);
}

/** A process that has ended. */
const ended = spawnSync(process.execPath, ['--version']).pid;

test('twenty at once run one after the other, and leave nothing', async () => {
  let inside = 0;
  let most = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
    done += 1;
  };
  await Promise.all(
    Array.from({ length: 20 }, async () => withProjectLock(root, { ...options(), patience: 1e9 }, work)),
  );
  expect({ most, done }).toEqual({ most: 1, done: 20 });
  expect(readdirSync(root)).toEqual([]);
});

test.each<[name: string, holder: Partial<Holder>]>([
  ['a process that has ended', { pid: ended }],
  ['a process whose number another one has got since', { pid: process.pid, started: '1' }],
  ['a process of this host before it was started again', { space: 'host+machine+container+before' }],
])('ignores the lock of %s', async (_name, holder) => {
  lockOf(holder);
  const own = { ...thisProcess(), ...(holder.space !== undefined && { space: 'host+machine+container+now' }) };
  expect(await withProjectLock(root, { ...options(), own }, async () => 'worked')).toBe('worked');
  expect(readdirSync(root)).toEqual([]);
});

test.each<[name: string, holder: Partial<Holder>, who: RegExp]>([
  ['a process that runs', {}, /^"kb generate" \(process \d+\) has worked on this project for more than 1 seconds/],
  [
    'a process of another host of the same name',
    { pid: ended, space: thisProcess().space.replace(/\+[^+]*/, '+other') },
    /, on the host/,
  ],
  ['a process of another host', { pid: ended, space: 'else+m+n+b' }, /\(process \d+, on the host else\)/],
])('waits for the lock of %s, and then reports it with a hint', async (_name, holder, who) => {
  said.length = 0;
  lockOf(holder);
  const failed = withProjectLock(root, options(), async () => 'worked');
  await expect(failed).rejects.toMatchObject({
    code: 'KB_PROJECT_LOCKED',
    message: expect.stringMatching(who),
    hint: expect.stringMatching(/remove .*\.kb.lock~/),
  });
  expect(said).toEqual([
    expect.stringMatching(/^Waiting for "kb generate" \(process \d+.*\), which works on this project…$/),
  ]);
  expect(readdirSync(path.join(root, '.kb')).filter((name) => name.startsWith('lock'))).toHaveLength(1);
});

test('ignores the lock of another host after a time that no command takes', async () => {
  lockOf({ space: 'else+m+n+b' });
  expect(await withProjectLock(root, { ...options(), elsewhere: -1 }, async () => 'worked')).toBe('worked');
});

test('a command whose lock was removed writes nothing', async () => {
  const failed = withProjectLock(root, options(), async (lock) => {
    for (const name of readdirSync(path.join(root, '.kb'))) rmSync(path.join(root, '.kb', name));
    lock.check();
  });
  await expect(failed).rejects.toMatchObject({ code: 'KB_PROJECT_LOCKED' });
});

test('shows the content of a lock file on one line, and only if it is a command', async () => {
  said.length = 0;
  lockOf({}, 'kb \u001b[2Jcreate\napi');
  await expect(withProjectLock(root, options(), async () => 0)).rejects.toThrow('"kb ?[2Jcreate?api"');
});

test('files of other names are not locks', async () => {
  mkdirSync(path.join(root, '.kb'));
  for (const name of ['lock', 'lock~1', 'lock~x~1~y~z', 'kubeconfig']) writeFileSync(path.join(root, '.kb', name), '');
  expect(await withProjectLock(root, options(), async () => 'worked')).toBe('worked');
  expect(readdirSync(path.join(root, '.kb'))).toContain('kubeconfig');
});

test('this process is running', () => {
  expect(isRunning(thisProcess())).toBe(true);
});

test.skipIf(process.platform !== 'linux')(
  'a process that has ended, and was not waited for, is not running',
  async () => {
    // The shell is replaced by a program that does not wait for the shell's child, which ends later.
    const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60']);
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      const said = (file: string): string => readFileSync(file, 'utf8');
      await expect.poll(() => said(`/proc/${parent.pid}/comm`)).toBe('sleep\n');
      parent.stdin.end();
      await expect.poll(() => said(`/proc/${pid}/stat`)).toContain(') Z ');
      expect(isRunning({ ...thisProcess(), pid, started: '' })).toBe(false);
    } finally {
      parent.stdin.destroy();
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    }
  },
);
