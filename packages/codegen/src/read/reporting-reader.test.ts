import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatDiagnostics, generate, parseProjectFile } from '../index.ts';
import { readScenario } from '../test-support/scenario.ts';
import { memoryReader, type SourceReader } from './source-reader.ts';

const scenario = readScenario(path.join(import.meta.dirname, '../testdata/scenarios/several-versions/input'));
const types = 'packages/api/src/shop/v1/types.ts';

async function textFor(root: string, reader?: SourceReader): Promise<string> {
  const { project } = parseProjectFile(scenario.get('PROJECT') ?? '');
  if (project === undefined) throw new Error('the scenario has no project');
  const { diagnostics } = await generate({ root, project, builtInDescriptions: false, ...(reader && { reader }) });
  return formatDiagnostics(diagnostics);
}

describe('in the file system', () => {
  let root = '';

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'kb-unreadable-'));
    for (const [file, text] of scenario) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('reads everything that can be read', async () => {
    expect(await textFor(root)).toBe('');
  });

  test.each([
    ['latin-1', Buffer.from('export type Name = "caf\u00e9";\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFexport type Name = string;\n', 'utf16le')],
    ['no text', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10])],
  ])('reports a source that is %s', async (_, bytes) => {
    writeFileSync(path.join(root, 'packages/api/src/shop/v1/more.ts'), bytes);
    expect(await textFor(root)).toBe(
      'packages/api/src/shop/v1/more.ts error KB_FILE_UNREADABLE\n  it cannot be read: it is not text in UTF-8\n  hint: save it in UTF-8\n',
    );
  });

  test('reads a source with a replacement character of its own', async () => {
    writeFileSync(path.join(root, 'packages/api/src/shop/v1/more.ts'), 'export type Odd = "\uFFFD";\n');
    expect(await textFor(root)).toBe('');
  });

  test('reports a folder with the name of a source that is imported', async () => {
    mkdirSync(path.join(root, 'packages/api/src/shop/v1/folder.ts'));
    writeFileSync(
      path.join(root, 'packages/api/src/shop/v1/more.ts'),
      "import type { A } from './folder.ts';\nexport type B = A;\n",
    );
    expect(await textFor(root)).toContain('it cannot be read: it is a folder');
  });

  test.each([
    ['to itself', 'loop.ts', 'loop.ts'],
    ['to nothing', 'nothing', 'gone.ts'],
    ['to the folder above', '..', 'above'],
  ])('ignores a symbolic link %s', async (_, target, link) => {
    symlinkSync(target, path.join(root, 'packages/api/src/shop/v1', link));
    expect(await textFor(root)).toBe('');
  });

  test('reports an import of a link to itself', async () => {
    symlinkSync('loop.ts', path.join(root, 'packages/api/src/shop/v1/loop.ts'));
    writeFileSync(path.join(root, 'packages/api/src/shop/v1/more.ts'), "export type * from './loop.ts';\n");
    expect(await textFor(root)).toContain(
      'loop.ts error KB_FILE_UNREADABLE\n  it cannot be read: its symbolic links lead back to it',
    );
  });
});

describe('reports what the system refuses to read', () => {
  const refusing = (file: string, code: string): SourceReader => {
    const reader = memoryReader(Object.fromEntries(scenario));
    const refuse = (): never => {
      throw Object.assign(new Error(`${code}: ${file}`), { code, syscall: 'open' });
    };
    return {
      read: (name) => (name === file ? refuse() : reader.read(name)),
      list: (folder) => (folder === file ? refuse() : reader.list(folder)),
    };
  };

  test('a source', async () => {
    expect(await textFor('/', refusing(types, 'EACCES'))).toContain(
      `${types} error KB_FILE_UNREADABLE\n  it cannot be read: this account has no permission\n`,
    );
  });

  test('a folder', async () => {
    expect(await textFor('/', refusing('packages/api/src', 'EACCES'))).toContain(
      'packages/api/src error KB_FILE_UNREADABLE',
    );
  });

  test('a file that would be generated', async () => {
    expect(await textFor('/', refusing('packages/client/src/shop/v1/index.ts', 'EACCES'))).toContain(
      'kb generates this file, and the existing one cannot be read',
    );
  });

  test('does not hide a bug', async () => {
    const reader = memoryReader({});
    const broken = {
      ...reader,
      list: (): never => {
        throw new TypeError('broken');
      },
    };
    await expect(textFor('/', broken)).rejects.toThrow('broken');
  });
});
