import { expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';

test('a project with the line ends of Windows works, and the check says how to get rid of them', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v1');
  expect(folder.read('.gitattributes')).toBe('* text=auto eol=lf\n');
  const before = folder.snapshot();
  for (const [file, content] of Object.entries(before)) folder.write(file, content.replaceAll('\n', '\r\n'));

  const check = await folder.kb('generate', '--check');
  expect(check.code).toBe(1);
  expect(check.err).toContain('differ in their line ends only');
  expect(check.err).toContain('"* text=auto eol=lf" into .gitattributes');
  expect((await folder.kb('doctor')).out).toContain('differ in their line ends only');

  expect(await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v1')).toMatchObject({
    code: 0,
    out: 'Nothing to change.\n',
  });
  expect(await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Sailor', '--version', 'v1')).toMatchObject({
    code: 0,
  });
  expect(await folder.kb('delete', 'api', '--kind', 'Sailor', '--version', 'v1')).toMatchObject({ code: 0 });
  expect(await folder.kb('generate')).toMatchObject({ code: 0 });
  const lines = (files: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([file, content]) => [file, content.replaceAll('\r\n', '\n')]));
  const { 'PROJECT.lock': _before, ...expected } = before;
  const { 'PROJECT.lock': _after, ...after } = lines(folder.snapshot());
  expect(after).toEqual(expected);
});

test('a generated file that differs in more is out of date', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v1');
  const file = 'config/crd/bases/crew.example.com_captains.yaml';
  folder.write(file, folder.read(file).replaceAll('\n', '\r\n').replace('kind: Captain', 'kind: Sailor'));
  const { code, err } = await folder.kb('generate', '--check');
  expect([code, err]).toEqual([1, expect.stringContaining('Generated files are out of date')]);
});
