// The workflow that updates kb: its rights, and its scripts, with stand-ins for the programs that need a network.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../../../test-support/run-kb.ts';
import { updateWorkflow } from './update-workflow.ts';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const workflow = parse(updateWorkflow().content) as {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<'update' | 'pull-request', Job>>;
};
const { update, 'pull-request': pullRequest } = workflow.jobs;

test('what comes from the registry runs without the right to write, and without a token in git', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(update.permissions).toBeUndefined();
  expect(update.steps[0]).toMatchObject({ with: { 'persist-credentials': false } });
  expect(pullRequest.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
  const scripts = pullRequest.steps.map(({ run = '' }) => run).join('\n');
  expect(scripts).not.toMatch(/\b(?:npm|npx|node)\b/);
});

test('scripts get what others wrote through the environment, and not as a part of themselves', () => {
  for (const { run = '' } of [...update.steps, ...pullRequest.steps]) expect(run).not.toContain('${{');
});

/** A repository with a remote, and programs that stand in for npm, npx and gh. */
function repository(folder: TestFolder, programs: Readonly<Record<string, string>>): Repository {
  const at = (name: string): string => path.join(folder.path, name);
  for (const name of ['bin', 'temp', 'work']) mkdirSync(at(name));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${script}\n`);
    chmodSync(at(`bin/${name}`), 0o755);
  }
  const env = {
    ...process.env,
    PATH: `${at('bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    RUNNER_TEMP: at('temp'),
    GITHUB_OUTPUT: at('output'),
    GITHUB_REPOSITORY: 'example/shop',
    VERSION: '9.0.0',
    TITLE: 'Update kb to 9.0.0',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const run = (program: string, ...args: readonly string[]): string =>
    execFileSync(program, args, { cwd: at('work'), env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  writeFileSync(at('output'), '');
  writeFileSync(at('work/PROJECT'), 'cliVersion: 0.1.0\n');
  const git = (...args: readonly string[]): string => run('git', ...args);
  run('git', 'init', '--quiet', '--bare', '../remote');
  git('init', '--quiet');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  git('remote', 'add', 'origin', '../remote');
  return { git, script: (text) => run('bash', '-e', '-c', text), read: (name) => readFileSync(at(name), 'utf8') };
}

interface Repository {
  git(...args: readonly string[]): string;
  script(text: string): string;
  read(name: string): string;
}

const scriptOf = (job: Job, id?: string): string => job.steps.find((step) => step.run && step.id === id)?.run ?? '';

describe.skipIf(process.platform === 'win32')('its scripts', () => {
  test.each([
    ['9.0.0', 'exit 1', 'version=9.0.0\n'],
    ['9.0.0', 'exit 0', ''],
    ['0.1.0', 'exit 1', ''],
  ])('with kb %s in the registry, and a gh that says "%s" to the branch', (version, gh, output) => {
    using folder = testFolder();
    const { script, read } = repository(folder, { npm: `echo ${version}`, gh });
    script(scriptOf(update, 'newest'));
    expect(read('output')).toBe(output);
  });

  test.each([
    ['echo "create a"; echo "cliVersion: 9.0.0" > PROJECT', 'Update kb to 9.0.0'],
    ['echo "conflict PROJECT"; echo "<<<<<<< yours" > PROJECT; exit 1', 'Update kb to 9.0.0, with conflicts'],
  ])('an update that does %j becomes a pull request', (kb, title) => {
    using folder = testFolder();
    const programs = { npm: 'echo "npm $@" >&2', npx: `[ "$2" = update ] || exit 0\n${kb}`, gh: 'echo "$@"' };
    const { git, script, read } = repository(folder, programs);
    script(scriptOf(update, 'update'));
    expect(read('output')).toBe(`title=${title}\n`);
    git('reset', '--quiet', '--hard');
    const asked = script(scriptOf(pullRequest));
    expect(asked).toContain('pr create --title Update kb to 9.0.0 --body-file');
    expect(git('log', '--format=%an: %s', 'origin/kb-update-9.0.0', '-1')).toBe(
      'github-actions[bot]: Update kb to 9.0.0\n',
    );
    expect(git('diff', '--name-only', 'HEAD~', 'HEAD')).toBe('PROJECT\n');
    expect(read('temp/body.md')).toMatch(/^(?:create|conflict) /);
  });

  test('an update that fails without a conflict fails', () => {
    using folder = testFolder();
    const { script } = repository(folder, { npm: 'exit 0', npx: 'exit 1' });
    expect(() => script(scriptOf(update, 'update'))).toThrow('Command failed');
  });
});
