// Ctrl-C at any moment of `npm start`, and the death of any process of it, leaves no process behind.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { markedProcesses, type ProcessInfo } from './marked-processes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** When, in milliseconds after the start, and what is sent: to the whole group, as a terminal does, or to npm alone, as a supervisor does. */
const cases = [
  { after: 50, signal: 'SIGINT', to: 'group' },
  { after: 300, signal: 'SIGINT', to: 'group' },
  { after: 700, signal: 'SIGINT', to: 'group' },
  { after: 1200, signal: 'SIGINT', to: 'group' },
  { after: 2000, signal: 'SIGINT', to: 'group' },
  { after: 5000, signal: 'SIGINT', to: 'group' },
  { after: 1500, signal: 'SIGTERM', to: 'npm' },
  { after: 5000, signal: 'SIGTERM', to: 'npm' },
  { after: 5000, signal: 'SIGKILL', to: 'npm' },
  { after: 5000, signal: 'SIGKILL', to: 'kb' },
] as const;

async function leftBehind(
  { after, signal, to }: (typeof cases)[number],
  index: number,
): Promise<readonly ProcessInfo[]> {
  const mark = `KB_INTERRUPT_CHECK=${process.pid}-${index}`;
  const [name = '', value] = mark.split('=');
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [name]: value },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('npm could not be started');
  await sleep(after);
  if (to === 'kb') {
    const kb = markedProcesses(mark).find(({ command }) => /kb\.js dev/.test(command));
    if (kb) process.kill(kb.pid, signal);
  } else {
    process.kill(to === 'group' ? -pid : pid, signal);
  }
  let rest: readonly ProcessInfo[] = [];
  for (let waited = 0; waited < 15_000; waited += 100) {
    await sleep(100);
    rest = markedProcesses(mark);
    if (rest.length === 0) return [];
  }
  for (const one of rest) process.kill(one.pid, 'SIGKILL');
  return rest;
}

if (process.platform === 'linux') {
  let failed = 0;
  for (const [index, one] of cases.entries()) {
    const rest = await leftBehind(one, index);
    const what = `${one.signal} to ${one.to === 'group' ? 'the whole group' : one.to} after ${one.after} ms`;
    if (rest.length === 0) console.log(`${what}: nothing left behind`);
    else {
      failed += 1;
      console.error(
        `${what}: left behind after 15 s:\n${rest.map(({ pid, command }) => `  ${pid} ${command}`).join('\n')}`,
      );
    }
  }
  console.log(`interrupting: ${cases.length - failed} of ${cases.length}`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  console.log('SKIPPED: what is left behind is only looked for on Linux');
}
