import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { commandTable } from '../commands/index.ts';
import { testFolder } from '../test-support/run-kb.ts';
import { completedCommands } from './completed-commands.ts';

async function scriptOf(shell: string, ...flags: string[]): Promise<string> {
  using folder = testFolder();
  const { code, out, err } = await folder.kb('completion', shell, ...flags);
  expect([code, err]).toEqual([0, '']);
  return out;
}

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!has('bash'))('in bash', () => {
  async function completionsOf(line: string): Promise<string[]> {
    const words = line.split(' ');
    const program = `${await scriptOf('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
set -eu
_kb
printf '%s\n' "\${COMPREPLY[@]:-}"`;
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return stdout.split('\n').filter((word) => word !== '');
  }

  test.each([
    ['kb ', ['init', 'create', 'completion', 'version']],
    ['kb comp', ['completion']],
    ['kb create ', ['api', 'webhook']],
    ['kb create api --ki', ['--kind']],
    ['kb completion ', ['bash', 'zsh', 'fish', 'powershell']],
    ['kb create webhook --kind A --def', ['--defaulting']],
  ])('"%s" is completed', async (line, expected) => {
    const completed = await completionsOf(line);
    expect(completed).toEqual(expect.arrayContaining(expected));
    const last = line.split(' ').at(-1) ?? '';
    expect(completed.filter((word) => !word.startsWith(last))).toEqual([]);
  });

  test.each(['kb create api --kind ', 'kb unknown ', 'kb version x'])('"%s" is left to the shell', async (line) => {
    expect(await completionsOf(line)).toEqual([]);
  });
});

describe.each(['bash', 'zsh', 'fish', 'powershell'])('%s', (shell) => {
  test('has every command and every flag', async () => {
    const script = await scriptOf(shell);
    for (const { name, flags } of await completedCommands(commandTable, {})) {
      expect(script).toContain(name);
      for (const flag of flags) expect(script).toContain(shell === 'fish' ? `-l ${flag.name.slice(2)}` : flag.name);
    }
  });

  test('has no descriptions when they are left out', async () => {
    const script = await scriptOf(shell, '--no-descriptions');
    for (const { summary } of commandTable) expect(script).not.toContain(summary.slice(0, 20));
  });

  const program = shell === 'powershell' ? 'pwsh' : shell;
  test.skipIf(!has(program))(`is a script that ${program} can read (skipped where it is not installed)`, async () => {
    const check = shell === 'powershell' ? ['-NoProfile', '-Command', '-'] : ['-n'];
    const { status, stderr } = spawnSync(program, check, { input: await scriptOf(shell), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

test.each([
  [[], 'the shell is missing'],
  [['tcsh'], 'there is no completion for "tcsh"'],
  [['toString'], 'there is no completion for "toString"'],
  [['bash', 'zsh'], '"kb completion" takes no "zsh"'],
])('refuses %j', async (args, message) => {
  using folder = testFolder();
  const before = folder.snapshot();
  expect(await folder.kb('completion', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  expect(folder.snapshot()).toEqual(before);
});
