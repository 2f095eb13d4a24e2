// No error changes any file: runs every case of the generator's errors over a project that was generated before.
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readScenario, scenarioOf } from '../../codegen/src/test-support/scenario.ts';
import { type TestFolder, testFolder } from './test-support/run-kb.ts';

const errors = path.join(import.meta.dirname, '../../codegen/src/testdata/errors');
const cases = readdirSync(errors, { withFileTypes: true })
  .filter((subject) => subject.isDirectory())
  .flatMap((subject) => readdirSync(path.join(errors, subject.name)).map((name) => `${subject.name}/${name}`))
  .sort();

const valid = scenarioOf({
  'types.ts': [
    `import type { KubernetesObject } from '@kb/apimachinery';`,
    '// +kubebuilder:object:root=true',
    'export interface Shop extends KubernetesObject {',
    '  spec?: string;',
    '}',
    '',
  ].join('\n'),
  'controller/main.ts': '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get\n\nexport {};\n',
});

let folder: TestFolder;
/** The generated files of the valid project, which must still exist after the case. */
let generated: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = testFolder();
  write(valid);
  const { code, err } = await folder.kb('generate');
  if (code !== 0) throw new Error(err);
  const outputs = Object.entries(folder.snapshot()).filter(([file]) => !valid.has(file));
  if (outputs.length < 4) throw new Error('the valid project makes a CRD, a role and a client');
  generated = new Map(outputs);
});

afterAll(() => folder[Symbol.dispose]());

test.each(cases)('%s', async (name) => {
  clear();
  write(new Map([...generated, ...readScenario(path.join(errors, name, 'input'))]));
  const before = state(folder.path);
  const { code, err, out } = await folder.kb('generate');
  expect(state(folder.path)).toEqual(before);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  const expected = readFileSync(path.join(errors, name, 'diagnostics.txt'), 'utf8');
  expect(err).toContain(expected);
});

test.each([
  ['markers/unknown', [], 'KB_UNKNOWN_MARKER'],
  ['project/version', ['--check'], 'KB_PROJECT_FILE'],
  ['many/files', ['--format', 'json'], '"code": "KB_UNKNOWN_MARKER"'],
  ['schemas/number-plain', ['--format', 'github'], '::error file=packages/api/src/shop/v1/types.ts,line='],
])('%s in a process of its own, with %j', (name, flags, said) => {
  clear();
  write(new Map([...generated, ...readScenario(path.join(errors, name, 'input'))]));
  const before = state(folder.path);
  const options: ExecFileSyncOptions = { cwd: folder.path, encoding: 'utf8', stdio: 'pipe' };
  const bin = path.join(import.meta.dirname, '../bin/kb.js');
  let failure: { readonly status?: unknown; readonly stderr?: unknown } = {};
  try {
    execFileSync(process.execPath, ['--conditions=@kb/source', bin, 'generate', ...flags], options);
  } catch (error) {
    failure = { ...(error as object) };
  }
  expect(failure.status).toBe(1);
  expect(failure.stderr).toContain(said);
  expect(failure.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(state(folder.path)).toEqual(before);
});

/** Every file and folder: content, type and modification time. */
function state(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    entries.map((entry) => {
      const stat = lstatSync(path.join(root, entry), { bigint: true });
      const content = stat.isFile() ? readFileSync(path.join(root, entry), 'base64') : '';
      return [entry, `${stat.mode} ${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${content}`];
    }),
  );
}

function clear(): void {
  for (const entry of readdirSync(folder.path)) rmSync(path.join(folder.path, entry), { recursive: true });
}

function write(files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
    writeFileSync(path.join(folder.path, file), text);
  }
}
