// A project without kinds of its own, as `init` leaves it, and as an operator of other people's kinds stays.
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const PATH = [path.join(modules, '.bin'), process.env['PATH'] ?? ''].join(path.delimiter);

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

describe.each<[what: string, commands: string[][]]>([
  ['a new project', []],
  ['a controller of Deployments', [['create', 'api', '--group', 'apps', '--kind', 'Deployment', '--resource=false']]],
  ['a webhook of Pods', [['create', 'webhook', '--group', 'core', '--version', 'v1', '--kind', 'Pod', '--defaulting']]],
])('%s', (_what, commands) => {
  let folder: TestFolder;
  beforeAll(async () => {
    folder = testFolder();
    for (const command of [['init', '--domain', 'example.com'], ...commands]) {
      const { code, err } = await folder.kb(...command);
      if (code !== 0) throw new Error(`kb ${command.join(' ')} ended with ${code}: ${err}`);
    }
    symlinkSync(modules, path.join(folder.path, 'node_modules'), 'junction');
  });
  afterAll(() => folder[Symbol.dispose]());

  test.each([
    ['api', 'build'],
    ['api', 'typecheck'],
    ['api', 'lint'],
    ['client', 'build'],
    ['client', 'typecheck'],
  ])('packages/%s: npm run %s succeeds', (name, script) => {
    const { scripts } = JSON.parse(folder.read(`packages/${name}/package.json`)) as Manifest;
    const cwd = path.join(folder.path, 'packages', name);
    const { status, stdout } = spawnSync(scripts[script] ?? '', {
      cwd,
      shell: true,
      encoding: 'utf8',
      env: { ...process.env, PATH },
    });
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('error')]);
  });
});
