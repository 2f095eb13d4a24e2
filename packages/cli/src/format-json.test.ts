// The outputs of commands for other programs.
import { describe, expect, test } from 'vitest';
import { crd } from './import/test-support/crds.ts';
import { type TestFolder, testFolder } from './test-support/run-kb.ts';

async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Shop');
  return folder;
}

test('--format json prints JSON to both outputs in every case', async () => {
  using folder = await project();
  const json = async (...words: string[]): Promise<[code: number, out: unknown, err: unknown]> => {
    const { code, out, err } = await folder.kb(...words, '--format', 'json');
    return [code, out === '' ? '' : JSON.parse(out), JSON.parse(err)];
  };
  const unchanged = expect.any(Number);
  expect(await json('generate')).toEqual([0, { changes: [], unchanged }, []]);
  expect(await json('generate', '--check')).toEqual([0, { changes: [], unchanged }, []]);

  const file = 'config/rbac/role.yaml';
  folder.remove(file);
  const changes = [{ kind: 'create', path: file }];
  expect(await json('generate', '--check')).toEqual([1, { changes, unchanged }, []]);
  expect(await json('generate', '--dry-run')).toEqual([0, { changes, unchanged }, []]);
  expect(await json('generate')).toEqual([0, { changes, unchanged }, []]);

  folder.write('crds.yaml', crd('Cart', ['type: object']));
  const [code, out, err] = await json('import', 'crds.yaml', '--into', 'types');
  expect([code, out, err]).toEqual([
    0,
    { changes: expect.arrayContaining([{ kind: 'create', path: 'types/example.com/v1/cart.types.ts' }]), unchanged: 0 },
    [],
  ]);
  expect(await json('import', 'crds.yaml', '--into', 'types', '--check')).toEqual([0, { changes: [], unchanged }, []]);

  folder.edit('packages/api/src/shop/v1alpha1/shop.types.ts', 'foo?: string', 'foo?: strng');
  const [wrong, nothing, found] = await json('generate');
  expect([wrong, nothing]).toEqual([1, '']);
  expect(found).toMatchObject([{ severity: 'error' }]);
});

test.each([
  [['generate', '--format', 'json', '--nope'], 2, 'KB_WRONG_FLAGS'],
  [['generate', '--format=json'], 1, 'KB_PROJECT_NOT_FOUND'],
  [['generate', '--api', 'nowhere', '--format', 'json'], 1, 'KB_NO_FOLDER'],
  [['generaet', '--format', 'json'], 2, 'KB_UNKNOWN_COMMAND'],
])('an error of the command line is JSON too: %j', async (words, exitCode, errorCode) => {
  using folder = testFolder();
  const { code, out, err } = await folder.kb(...words);
  expect([code, out]).toEqual([exitCode, '']);
  expect(JSON.parse(err)).toEqual([
    {
      code: errorCode,
      severity: 'error',
      message: expect.any(String),
      hint: expect.toBeOneOf([expect.any(String), null]),
      file: '',
      line: 0,
      column: 0,
      length: 0,
      endColumn: 0,
    },
  ]);
});

describe('--json', () => {
  const calls: readonly (readonly [words: string, kind: string, path: string])[] = [
    ['init --domain example.com', 'create', 'PROJECT'],
    ['create api --group crew --kind Captain --version v1', 'create', 'packages/api/src/crew/v1/captain.types.ts'],
    ['create webhook --kind Captain --defaulting', 'create', 'config/webhook/manifests.yaml'],
    ['delete webhook --kind Captain', 'delete', 'config/webhook/manifests.yaml'],
    ['edit --with prometheus', 'update', 'config/default/kustomization.yaml'],
    ['delete api --kind Captain', 'delete', 'packages/api/src/crew/v1/captain.types.ts'],
  ];

  test('prints the changes and the messages of every command that writes a scaffold', async () => {
    using folder = testFolder();
    for (const [words, kind, path] of calls) {
      const { code, out, err } = await folder.kb(...words.split(' '), '--json');
      expect([words, code, JSON.parse(err)]).toEqual([words, 0, []]);
      const { changes, messages, ...rest } = JSON.parse(out);
      expect(rest).toEqual({});
      expect(changes).toContainEqual({ kind, path });
      expect(messages).toEqual(expect.any(Array));
    }
  });

  test('prints what would change with --dry-run, and nothing where nothing changes', async () => {
    using folder = await project();
    const before = folder.snapshot();
    const dry = await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Cart', '--dry-run', '--json');
    expect(JSON.parse(dry.out).messages).toEqual(['Nothing was written (--dry-run).']);
    expect(JSON.parse(dry.out).changes).toContainEqual({ kind: 'update', path: 'PROJECT' });
    expect(folder.snapshot()).toEqual(before);
    const again = await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Shop', '--json');
    expect(JSON.parse(again.out)).toEqual({ changes: [], messages: ['Nothing to change.'] });
    expect(JSON.parse((await folder.kb('update', '--json')).out)).toEqual({
      changes: [],
      messages: [expect.stringContaining('Nothing to change.')],
    });
  });

  test('prints the problems of types as JSON, and what was not written', async () => {
    using folder = await project();
    folder.edit('packages/api/src/shop/v1alpha1/shop.types.ts', 'foo?: string', 'foo?: strng');
    const { code, out, err } = await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Cart', '--json');
    expect([code, JSON.parse(out)]).toEqual([1, { changes: [], messages: ['Nothing was written.'] }]);
    expect(JSON.parse(err)).toMatchObject([
      { severity: 'error', file: 'packages/api/src/shop/v1alpha1/shop.types.ts', line: expect.any(Number) },
    ]);
  });

  test('prints a mistake of the call as JSON, and is short for --format json', async () => {
    using folder = await project();
    const { code, out, err } = await folder.kb('create', 'api', '--group', 'shop', '--kind', 'cart', '--json');
    expect([code, out]).toEqual([1, '']);
    expect(JSON.parse(err)).toMatchObject([{ code: 'KB_INVALID_KIND', severity: 'error' }]);
    expect(JSON.parse((await folder.kb('generate', '--json')).out)).toMatchObject({ changes: [] });
    expect(JSON.parse((await folder.kb('build-installer', '--image', '', '--json')).err)).toMatchObject([{}]);
  });
});
