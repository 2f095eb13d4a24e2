// The outputs of commands for other programs.
import { expect, test } from 'vitest';
import { crd } from './import/test-support/crds.ts';
import { type TestFolder, testFolder } from './testing/run-kb.ts';

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
