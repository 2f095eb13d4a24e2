import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
import { recordedOutput } from './recorded-output.ts';
import { readRecord } from './record.ts';

const types = 'packages/api/src/shop/v1/shop.types.ts';
const crd = 'config/crd/bases/shop.example.com_shops.yaml';
const client = 'packages/client/src/shop/v1/shop.ts';

const project: TestFolder = testFolder();
afterAll(() => project[Symbol.dispose]());

/** The output of a run that changes nothing. */
let upToDate = '';

/** Creates a project that was just generated, with a trusted record, which is newer than the files. */
beforeEach(async () => {
  for (const name of ['packages', 'config', 'node_modules', 'PROJECT', 'header.txt'])
    rmSync(at(name), { recursive: true, force: true });
  project.write(
    'PROJECT',
    'domain: example.com\nlayout:\n- typescript.kb/v1\nprojectName: shop\nrepo: example.com/shop\nversion: "3"\ngenerate:\n  headerFile: header.txt\n',
  );
  project.write('header.txt', '# A header.\n');
  project.write('packages/api/package.json', '{ "name": "@shop/api" }\n');
  project.write('packages/api/src/shop/v1/groupversion-info.ts', '// +groupName=shop.example.com\nexport {};\n');
  project.write('packages/api/src/shop/v1/index.ts', "export type * from './shop.types.ts';\n");
  project.write('packages/api/src/common.ts', '/** Size of something. */\nexport type Size = string;\n');
  project.write(
    types,
    `import type { KubernetesObject } from '@kb/apimachinery';
import type { Size } from '../../common.ts';

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: { size?: Size };
}
`,
  );
  project.write(
    'packages/controller/src/shop.controller.ts',
    '// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get\n\nexport {};\n',
  );
  // A controller that nothing runs gives a warning.
  project.write('packages/controller/src/controllers.ts', "import './shop.controller.ts';\n");
  mkdirSync(at('node_modules'));
  await project.kb('generate');
  if (upToDate === '') upToDate = (await project.kb('generate', '--no-cache')).out.trimEnd();
});

function at(file: string): string {
  return path.join(project.path, file);
}

/** The recorded warnings that were printed. */
const warned: string[] = [];

/** Returns what is printed without running; undefined if a run is necessary. */
function answer(...argv: string[]): string | undefined {
  return recordedOutput(argv, project.path, ({ plain }) => void warned.push(plain));
}

describe('nothing has changed', () => {
  test('prints the same as the run, with --check and --dry-run too', async () => {
    expect(upToDate).toMatch(/^\d+ generated files, all up to date\.$/);
    expect(await project.kb('generate', '--no-cache')).toEqual({ code: 0, out: `${upToDate}\n`, err: '' });
    for (const argv of [[], ['--check'], ['--dry-run'], ['--check', '--dry-run']]) {
      expect(answer(...argv)).toBe(upToDate);
      expect(await project.kb('generate', ...argv)).toEqual(await project.kb('generate', '--no-cache', ...argv));
    }
  });

  test('prints the warnings of the run again', async () => {
    project.edit(types, '// +kubebuilder:object', '// +kubebuilder:subresource:status\n// +kubebuilder:object');
    const run = await project.kb('generate');
    expect(run.err).toContain('warning KB_STATUS_SUBRESOURCE');
    warned.length = 0;
    expect(answer()).toBe(upToDate);
    expect(warned.map((text) => text.trimEnd())).toEqual([run.err.trimEnd()]);
    expect(await project.kb('generate')).toEqual({ code: 0, out: `${upToDate}\n`, err: run.err });
    expect(readRecord(project.path)?.warnings?.coloured).toContain('\u001b[33mwarning\u001b[0m');
    expect((await project.kb('generate', '--strict')).code).toBe(1);
  });

  test('works from a folder inside the project too', () => {
    expect(recordedOutput([], at('packages/api/src'), () => undefined)).toBe(upToDate);
  });

  test('reads files that were only touched once more, and then remembers their times', () => {
    const later = new Date(Date.now() + 60_000);
    for (const file of [types, crd]) utimesSync(at(file), later, later);
    expect(answer()).toBe(upToDate);
    expect(readRecord(project.path)?.files[types]?.[1]).toBe(later.getTime());
    expect(answer()).toBe(upToDate);
  });

  test('a run with --check keeps what it saw', async () => {
    rmSync(at('node_modules/.cache'), { recursive: true });
    expect(answer()).toBeUndefined();
    expect((await project.kb('generate', '--check')).code).toBe(0);
    expect(answer()).toBe(upToDate);
  });

  test.each(['--no-cache', '--format=json'])(
    'a run with %s records nothing, and leaves nothing beside the record',
    async (flag) => {
      const cache = at('node_modules/.cache');
      const before = readdirSync(cache, { recursive: true });
      expect((await project.kb('generate', flag)).code).toBe(0);
      expect(readdirSync(cache, { recursive: true })).toEqual(before);
      rmSync(cache, { recursive: true });
      expect((await project.kb('generate', flag)).code).toBe(0);
      expect(existsSync(cache)).toBe(false);
    },
  );

  test('compares only the times when they can be trusted', () => {
    expect(answer()).toBe(upToDate);
    const record = readRecord(project.path);
    const seen = record?.files[types];
    expect(seen?.[1]).toBeLessThan(record?.startedAt ?? 0);
  });
});

describe('something has changed', () => {
  test.each<[string, () => void]>([
    ['a source', () => appendFileSync(at(types), '// more\n')],
    [
      'a source that keeps its size and its times',
      () => {
        const { atime, mtime } = statSync(at(types));
        project.edit(types, 'Shop sells', 'Shop tells');
        utimesSync(at(types), atime, mtime);
      },
    ],
    [
      'a source replaced by another file of its size and times',
      () => {
        const { atime, mtime } = statSync(at(types));
        writeFileSync(at('other'), readFileSync(at(types), 'utf8').replace('Shop sells', 'Shop tells'));
        utimesSync(at('other'), atime, mtime);
        renameSync(at('other'), at(types));
      },
    ],
    ['a source that another imports', () => project.edit('packages/api/src/common.ts', 'Size of', 'Form of')],
    ['a source of a controller', () => project.edit('packages/controller/src/shop.controller.ts', '=get', '=list')],
    ['a new source', () => project.write('packages/api/src/shop/v1/more.ts', 'export {};\n')],
    ['a new source in a new folder', () => project.write('packages/api/src/shop/v2/more.ts', 'export {};\n')],
    ['a new source of a controller', () => project.write('packages/controller/src/more.ts', 'export {};\n')],
    ['a source that is gone', () => rmSync(at('packages/api/src/common.ts'))],
    ['a source with another name', () => renameSync(at('packages/api/src/common.ts'), at('packages/api/src/size.ts'))],
    ['the project file', () => project.edit('PROJECT', 'projectName: shop', 'projectName: ship')],
    ['a project file nearer by', () => renameSync(at('PROJECT'), at('packages/PROJECT'))],
    ['the name of a package', () => project.edit('packages/api/package.json', '@shop/api', '@shop/ipa')],
    ['the header', () => project.edit('header.txt', 'A header', 'B header')],
    ['the header is gone', () => rmSync(at('header.txt'))],
    ['a manifest', () => project.edit(crd, 'Shop', 'Ship')],
    ['a manifest that is gone', () => rmSync(at(crd))],
    ['a client that is gone', () => rmSync(at(client))],
    [
      'a manifest that is a folder now',
      () => {
        rmSync(at(crd));
        mkdirSync(at(crd));
      },
    ],
    [
      'another manifest that kb generated once',
      () => project.write('config/crd/bases/old.yaml', readFileSync(at(crd), 'utf8')),
    ],
    [
      'another manifest that kb generated once for a kind of another project',
      () => project.write('config/crd/external/old.yaml', readFileSync(at(crd), 'utf8')),
    ],
    ['another file among the clients', () => project.write('packages/client/src/more.ts', 'export {};\n')],
  ])('%s', async (_what, change) => {
    expect(answer()).toBe(upToDate);
    change();
    expect(answer()).toBeUndefined();
    expect(answer('--check')).toBeUndefined();
  });

  test('the code of kb changed', () => {
    const file = at('node_modules/.cache/kb/generate.json');
    const record: { tool: { self: string; files: Record<string, number[]> } } = JSON.parse(readFileSync(file, 'utf8'));
    const [name = '', state = []] = Object.entries(record.tool.files)[20] ?? [];
    for (const tool of [
      { ...record.tool, self: 'file:///elsewhere/kb/dist/generate-cache/tool-state.js' },
      { ...record.tool, files: { ...record.tool.files, [name]: [state[0], state[1], (state[2] ?? 0) + 1] } },
      { ...record.tool, files: { ...record.tool.files, '/not/there.js': [1, 2, 3] } },
    ]) {
      writeFileSync(file, JSON.stringify({ ...record, tool }));
      expect(answer()).toBeUndefined();
    }
    writeFileSync(file, JSON.stringify(record));
    expect(answer()).toBe(upToDate);
  });

  test('the arguments after the command changed', async () => {
    expect(answer('--role-name', 'other')).toBeUndefined();
    expect((await project.kb('generate', '--role-name', 'other')).code).toBe(0);
    expect(answer('--role-name', 'other')).toBe(upToDate);
    expect(answer()).toBeUndefined();
    // Arguments can be paths, which are relative to the working folder.
    expect(recordedOutput(['--role-name', 'other'], at('packages'), () => undefined)).toBeUndefined();
  });
});

test('does not take what is written during the run for what was read', async () => {
  // As another program would write: with times of the moment when the run began.
  const record = readRecord(project.path);
  const [size, , , inode, hash] = record?.files[types] ?? [0, 0, 0, 0, ''];
  const { mtimeMs, ctimeMs } = statSync(at(types));
  project.edit(types, 'Shop sells', 'Shop tells');
  const now = statSync(at(types));
  const file = at('node_modules/.cache/kb/generate.json');
  const racy = {
    ...record,
    format: 2,
    files: { ...record?.files, [types]: [size, now.mtimeMs, now.ctimeMs, inode, hash] },
  };
  expect(mtimeMs + ctimeMs).toBeGreaterThan(0);
  for (const startedAt of [now.mtimeMs, now.mtimeMs - 1000]) {
    writeFileSync(file, JSON.stringify({ ...racy, startedAt }));
    expect(answer()).toBeUndefined();
  }
});

describe('no record is kept', () => {
  test('of a run that finds an error', async () => {
    project.edit(types, 'root=true', 'root=maybe');
    expect((await project.kb('generate')).code).toBe(1);
    expect(answer()).toBeUndefined();
    expect((await project.kb('generate')).code).toBe(1);
  });

  test('of a run that only shows what it would change', async () => {
    project.edit(crd, 'Shop', 'Ship');
    for (const argv of [['--check'], ['--dry-run']]) {
      const first = await project.kb('generate', ...argv);
      expect(first.code).toBe(argv[0] === '--check' ? 1 : 0);
      expect(answer()).toBeUndefined();
      expect(await project.kb('generate', ...argv)).toEqual(first);
    }
  });

  test('with --no-cache, nor is the record used', async () => {
    expect(answer('--no-cache')).toBeUndefined();
    rmSync(at('node_modules/.cache'), { recursive: true });
    expect((await project.kb('generate', '--no-cache')).code).toBe(0);
    expect(existsSync(at('node_modules/.cache'))).toBe(false);
  });

  test('with --format, which prints more', async () => {
    expect((await project.kb('generate', '--format', 'json')).err).not.toBe('');
    expect(answer('--format', 'json')).toBeUndefined();
    expect(answer('--format=github')).toBeUndefined();
  });

  test('without node_modules, or when it cannot be written; no error is printed', async () => {
    rmSync(at('node_modules'), { recursive: true });
    const run = { code: 0, out: `${upToDate}\n`, err: '' };
    expect(await project.kb('generate')).toEqual(run);
    expect(existsSync(at('node_modules'))).toBe(false);
    mkdirSync(at('node_modules'));
    writeFileSync(at('node_modules/.cache'), 'a file, where a folder would have to be');
    expect(await project.kb('generate')).toEqual(run);
    expect(answer()).toBeUndefined();
  });

  test('that is incomplete', async () => {
    const file = at('node_modules/.cache/kb/generate.json');
    const text = readFileSync(file, 'utf8');
    for (const broken of ['', '{', 'null', '[]', text.slice(0, -1), text.replace('"format":2', '"format":0')]) {
      writeFileSync(file, broken);
      expect(answer()).toBeUndefined();
    }
    expect((await project.kb('generate')).code).toBe(0);
    expect(answer()).toBe(upToDate);
  });
});

test('no temporary file is left', async () => {
  project.edit(types, 'root=true', 'root=maybe');
  await project.kb('generate');
  project.edit(types, 'root=maybe', 'root=true');
  await project.kb('generate', '--check');
  expect(Object.keys(project.snapshot()).filter((file) => file.startsWith('node_modules'))).toEqual([
    'node_modules/.cache/kb/generate.json',
  ]);
});
