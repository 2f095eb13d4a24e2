// Runs "kb create api --external-api" over its own output, and in cases where it must write nothing.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  crd,
  createExternal,
  expectRefusal,
  externalCrd,
  folderOfClient,
  folderOfTypes,
  project,
  succeed,
  withoutVersion,
  yaml,
} from './test-support/external-project.ts';

describe('run again', () => {
  test("after a change of the CRD: regenerates, and keeps the author's files", async () => {
    using folder = await project();
    await createExternal(folder);
    const notes = `${folderOfTypes}/notes.ts`;
    folder.write(notes, '/** Mine. */\nexport type Mine = string;\n');
    folder.edit(`${folderOfTypes}/index.ts`, '\n', "\nexport type * from './notes.ts';\n");
    const changed = crd({ fields: { port: { type: 'integer', format: 'int32' } } });
    folder.write('theirs/route.yaml', yaml(changed));
    const out = await createExternal(folder);
    expect(out).toContain(`update ${folderOfTypes}/route.types.ts`);
    expect(out).toContain(`update ${folderOfClient}/route.ts`);
    expect(out).not.toContain('PROJECT');
    expect(withoutVersion(folder.read(externalCrd))).toEqual(changed);
    expect(folder.read(notes)).toContain('Mine');
    expect(folder.read(`${folderOfTypes}/index.ts`)).toContain("export type * from './notes.ts';");
    expect((await folder.kb('generate', '--check')).code).toBe(0);
  });

  test("from kb's own output: changes nothing", async () => {
    using folder = await project();
    await createExternal(folder);
    const now = folder.snapshot();
    expect(await succeed(folder, 'create', 'api', '--external-api', externalCrd)).toBe('Nothing to change.\n');
    expect(folder.snapshot()).toEqual(now);
  });

  test('with "kb import": the types stay another project’s', async () => {
    using folder = await project();
    await createExternal(folder);
    const changed = crd({ fields: { port: { type: 'integer', format: 'int32' } } });
    folder.write('theirs/route.yaml', yaml(changed));
    await succeed(folder, 'import', 'theirs', '--into', 'packages/api/src');
    expect((await folder.kb('generate')).out).toContain(`update ${externalCrd}`);
    expect(withoutVersion(folder.read(externalCrd))).toEqual(changed);
    expect(existsSync(path.join(folder.path, 'config/crd/bases/net.example.org_routes.yaml'))).toBe(false);
  });

  test('refuses to overwrite edited types', async () => {
    using folder = await project();
    await createExternal(folder);
    folder.edit(`${folderOfTypes}/route.types.ts`, 'A name of a host.', 'The name of a host.');
    folder.write('theirs/route.yaml', yaml(crd({ fields: { port: { type: 'integer' } } })));
    const again = ['create', 'api', '--external-api', 'theirs'];
    await expectRefusal(folder, again, 1, `${folderOfTypes}/route.types.ts`, 'import with --overwrite');
    await succeed(folder, ...again, '--overwrite');
    expect(folder.read(`${folderOfTypes}/route.types.ts`)).toMatch(/A name of a host[^]*port\?: /);
    expect((await folder.kb('generate', '--check')).code).toBe(0);
    await expectRefusal(folder, ['create', 'api', '--kind', 'Mine', '--overwrite'], 2, 'KB_WRONG_FLAGS');
  });

  test('with "kb import": imports the versions that are there, and lists the others', async () => {
    using folder = await project();
    await createExternal(folder);
    folder.write('theirs/route.yaml', yaml(crd({ versions: ['v1', 'v1beta1'] })));
    const args = ['import', 'theirs', '--kind', 'Route', '--into', 'packages/api/src'];
    const out = await succeed(folder, ...args);
    expect(out).toContain('Route of net.example.org: v1, as before; its definition serves v1beta1 too (--version).');
    expect((await folder.kb('generate')).code).toBe(0);
    expect(withoutVersion(folder.read(externalCrd))).toEqual(crd());
  });

  test('without its types: removes the client and the CRD', async () => {
    using folder = await project();
    await createExternal(folder);
    rmSync(path.join(folder.path, 'packages/api/src/net.example.org'), { recursive: true });
    const { out } = await folder.kb('generate');
    expect(out).toContain(`delete ${externalCrd}`);
    expect(out).toContain(`delete ${folderOfClient}/index.ts`);
  });
});

describe('everything or nothing', () => {
  test('--dry-run reports everything, and writes nothing', async () => {
    using folder = await project();
    const before = folder.snapshot();
    const out = await createExternal(folder, '--dry-run');
    for (const file of [externalCrd, `${folderOfTypes}/route.types.ts`, `${folderOfClient}/route.ts`, 'PROJECT'])
      expect(out).toContain(file);
    expect(out).toContain('Nothing was written (--dry-run).');
    expect(folder.snapshot()).toEqual(before);
  });

  test('a mistake elsewhere in the project', async () => {
    using folder = await project();
    folder.edit('packages/api/src/web/v1/site.types.ts', 'foo?: string', 'foo?: number');
    await expectRefusal(folder, ['create', 'api', '--external-api', 'theirs'], 1, 'plain number');
  });

  test('reports a definition that the API server refuses once, with its place', async () => {
    using folder = await project();
    folder.write('theirs/route.yaml', yaml(crd({ fields: { path: { type: 'string', pattern: '(' } } })));
    const args = ['create', 'api', '--external-api', 'theirs'];
    await expectRefusal(
      folder,
      args,
      1,
      'theirs/route.yaml:44:28 error KB_DEFINITION_REFUSED',
      'properties[path].pattern',
    );
    const { err } = await folder.kb(...args);
    expect(err.match(/^\S+ (?:warning|error) /gm)).toHaveLength(1);
  });

  test('refuses a file of the user in the place of the list of CRDs', async () => {
    using folder = await project();
    folder.write('packages/controller/src/crds.ts', 'export const mine = true;\n');
    await expectRefusal(
      folder,
      ['create', 'api', '--external-api', 'theirs'],
      1,
      'KB_LIST_BY_HAND',
      'crds.ts: it exports no list externalCrds; add',
    );
  });
});
