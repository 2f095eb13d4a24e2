// The sources of definitions: files, folders, web servers, and clusters.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readDefinitions } from '@kb/import';
import { type CustomResourceDefinition, customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedCluster } from '../dev/cluster/embedded-cluster.ts';
import { testFolder } from '../test-support/run-kb.ts';
import { readSources, type SourceOptions } from './read-sources.ts';
import { crd, pod } from './test-support/crds.ts';

/** Returns the names of the texts, and the problems by source. */
async function read(
  sources: readonly string[],
  options: Partial<SourceOptions> & Pick<SourceOptions, 'cwd'>,
): Promise<{ names: string[]; problems: string[] }> {
  const { texts, diagnostics } = await readSources(sources, { env: {}, ...options });
  return {
    names: texts.map(({ name }) => name),
    problems: diagnostics.map(({ file, code, message }) => `${file} ${code}: ${message}`),
  };
}

describe('files and folders', () => {
  test('reads those that may have a definition at every depth, in order', async () => {
    using folder = testFolder();
    for (const file of ['b.yaml', 'a/c.yml', 'a/b/d.json', 'a/e.YAML', 'node_modules/x.yaml', '.git/x.yaml', 'z.txt'])
      folder.write(`crds/${file}`, crd());
    folder.write('crds/pod.yaml', pod);
    folder.write('crds/picture.json', '\u0000\u0001');
    for (const source of ['crds', './crds/', 'crds//.'])
      expect(await read([source], { cwd: folder.path })).toEqual({
        names: ['crds/a/b/d.json', 'crds/a/c.yml', 'crds/a/e.YAML', 'crds/b.yaml'],
        problems: [],
      });
    expect(await read(['crds/z.txt', 'crds/b.yaml', 'crds', 'crds/b.yaml'], { cwd: folder.path })).toMatchObject({
      names: ['crds/z.txt', 'crds/b.yaml', 'crds/a/b/d.json', 'crds/a/c.yml', 'crds/a/e.YAML'],
    });
    expect(await read(['.'], { cwd: path.join(folder.path, 'crds/a') })).toMatchObject({
      names: ['b/d.json', 'c.yml', 'e.YAML'],
    });
  });

  test('follows symbolic links, but not in circles, nor twice', async () => {
    using folder = testFolder();
    folder.write('crds/a.yaml', crd());
    folder.write('elsewhere/b.yaml', crd('Good'));
    const link = (target: string, name: string): void => symlinkSync(target, path.join(folder.path, 'crds', name));
    link('../elsewhere', 'linked');
    link('../elsewhere', 'twice');
    link('../elsewhere/b.yaml', 'file.yaml');
    link('..', 'above');
    link('loop.yaml', 'loop.yaml');
    link('nothing', 'gone.yaml');
    expect(await read(['crds'], { cwd: folder.path })).toEqual({
      names: ['crds/a.yaml', 'crds/above/elsewhere/b.yaml', 'crds/file.yaml'],
      problems: [],
    });
  });

  test('reports what cannot be read', async () => {
    using folder = testFolder();
    folder.write('crds/good.yaml', crd());
    mkdirSync(path.join(folder.path, 'closed'));
    const utf16 = Buffer.from(`\uFEFF${crd()}`, 'utf16le');
    writeFileSync(path.join(folder.path, 'utf16.yaml'), utf16);
    const latin1 = Buffer.from(`# caf\u00e9\n${crd()}`, 'latin1');
    writeFileSync(path.join(folder.path, 'crds/latin1.yaml'), latin1);
    expect(await read(['crds', 'utf16.yaml', 'closed', 'none', ''], { cwd: folder.path })).toEqual({
      names: ['crds/good.yaml'],
      problems: [
        'crds/latin1.yaml KB_FILE_UNREADABLE: it is not text in UTF-8',
        'utf16.yaml KB_FILE_UNREADABLE: it is not text in UTF-8',
        'closed KB_IMPORT_NOTHING: there is no CustomResourceDefinition in closed',
        'none KB_IMPORT_SOURCE: there is no such file or folder',
        '"" KB_IMPORT_SOURCE: the name is empty',
      ],
    });
  });

  const isRoot = process.getuid?.() === 0;
  if (isRoot) console.warn('SKIPPED: root, as whom these tests run, may read everything');
  test.skipIf(isRoot)('reports files and folders without permission', async () => {
    using folder = testFolder();
    folder.write('crds/good.yaml', crd());
    folder.write('crds/secret.yaml', crd());
    folder.write('crds/closed/a.yaml', crd());
    chmodSync(path.join(folder.path, 'crds/secret.yaml'), 0o000);
    chmodSync(path.join(folder.path, 'crds/closed'), 0o000);
    expect(await read(['crds'], { cwd: folder.path })).toEqual({
      names: ['crds/good.yaml'],
      problems: [
        'crds/closed KB_FILE_UNREADABLE: it cannot be read: this account has no permission read it',
        'crds/secret.yaml KB_FILE_UNREADABLE: it cannot be read: this account has no permission read it',
      ],
    });
    chmodSync(path.join(folder.path, 'crds/closed'), 0o755);
  });

  test('standard input', async () => {
    using folder = testFolder();
    const stdin = (): AsyncIterable<Uint8Array> => Readable.from([Buffer.from(crd()), Buffer.from('---\n')]);
    expect(await read(['-', '-'], { cwd: folder.path, stdin: stdin() })).toEqual({ names: ['<stdin>'], problems: [] });
    const bytes = Readable.from([Buffer.from([0xff, 0xfe])]);
    expect(await read(['-'], { cwd: folder.path, stdin: bytes })).toEqual({
      names: [],
      problems: ['<stdin> KB_FILE_UNREADABLE: it is not text in UTF-8'],
    });
  });
});

describe('web servers', () => {
  let server: Server;
  let origin = '';
  let authorization: string | undefined;
  const answers: Readonly<Record<string, (response: ServerResponse, url: URL) => void>> = {
    '/by-query': (response, { search }) => void response.end(crd(search.slice(1))),
    '/crds.yaml': (response) => void response.end(crd()),
    '/moved': (response) => void response.writeHead(302, { location: '/crds.yaml' }).end(),
    '/loop': (response) => void response.writeHead(301, { location: '/loop' }).end(),
    '/to-file': (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/to-password': (response) => void response.writeHead(302, { location: 'http://a:b@127.0.0.1/' }).end(),
    '/nowhere': (response) => void response.writeHead(302, { location: 'http://' }).end(),
    '/page': (response) => void response.end('\n<!DOCTYPE html><html></html>'),
    '/broken': (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('a');
      response.socket?.destroySoon();
    },
    '/slow': (response) => void response.write('a'),
    '/large': (response) => {
      const more = (): void => {
        while (response.writable && response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    },
    '/bytes': (response) => void response.end(Buffer.from([0xff, 0xfe, 0])),
    '/empty': (response) => void response.writeHead(204).end(),
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      ({ authorization } = request.headers);
      const url = new URL(request.url ?? '', 'http://x');
      const answer = answers[url.pathname];
      if (answer === undefined) response.writeHead(404).end('<html>');
      else answer(response, url);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each(['/crds.yaml', '/moved', '/crds.yaml?token=secret#x'])('reads %s', async (url) => {
    const name = `${origin}${url.replace(/\?.*/, '')}`;
    expect(await read([origin + url], { cwd: '/' })).toEqual({ names: [name], problems: [] });
  });

  test.each([
    ['/none', 'KB_IMPORT_SOURCE: the server responds with 404 Not Found'],
    ['/loop', 'KB_IMPORT_SOURCE: the server redirects more than 5 times'],
    ['/to-file', 'KB_IMPORT_SOURCE: the server redirects to something other than a web address'],
    ['/to-password', 'KB_IMPORT_SOURCE: the server redirects to something other than a web address'],
    ['/nowhere', 'KB_IMPORT_SOURCE: the server redirects to something other than a web address'],
    ['/page', 'KB_IMPORT_SOURCE: it is a web page, not YAML or JSON'],
    ['/large', 'KB_IMPORT_SOURCE: it is larger than 1 MB'],
    ['/bytes', 'KB_FILE_UNREADABLE: it is not text in UTF-8'],
    ['/broken', 'KB_IMPORT_SOURCE: the server at'],
  ])('reports %s', async (url, message) => {
    const download = { maxBytes: 1024 * 1024 };
    const { names, problems } = await read([origin + url, `${origin}/crds.yaml`], { cwd: '/', download });
    expect(names).toEqual([`${origin}/crds.yaml`]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${origin}${url} ${message}`);
  });

  test('gives up when no response comes, and reports it', async () => {
    const { names, problems } = await read([`${origin}/slow`], { cwd: '/', download: { timeout: 50 } });
    expect(names).toEqual([]);
    expect(problems).toEqual([`${origin}/slow KB_IMPORT_SOURCE: there was no complete response within 0.05 seconds`]);
  });

  test('sends a password, and never shows it', async () => {
    const url = origin.replace('//', '//me:p%40ss@');
    expect(await read([`${url}/crds.yaml`, `${url}/none`], { cwd: '/' })).toEqual({
      names: [`${origin}/crds.yaml`],
      problems: [`${origin}/none KB_IMPORT_SOURCE: the server responds with 404 Not Found`],
    });
    expect(authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  test('two addresses with the same shown name', async () => {
    const sources = [`${origin}/by-query?Shop`, `${origin}/by-query?Good`, `${origin}/by-query?Shop#again`];
    expect((await read(sources, { cwd: '/' })).names).toEqual([`${origin}/by-query`, `${origin}/by-query (2)`]);
  });

  test('a server that does not exist', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise<void>((resolve) => closed.close(() => resolve()));
    const { problems } = await read([`http://127.0.0.1:${port}/a`, 'http://kb.invalid/a', 'https://'], { cwd: '/' });
    expect(problems).toEqual([
      `http://127.0.0.1:${port}/a KB_IMPORT_SOURCE: no server listens at 127.0.0.1:${port}`,
      'http://kb.invalid/a KB_IMPORT_SOURCE: the host kb.invalid was not found',
      'https:// KB_IMPORT_SOURCE: this is not a URL',
    ]);
  });
});

describe('a cluster', () => {
  test('reads all its definitions unchanged', async () => {
    using folder = testFolder();
    const large = ['type: object', 'properties:', '  size: {type: integer, default: 9007199254740993}'];
    const text = `${crd('Shop', large)}---\n${crd('Good')}`;
    const cluster = await startEmbeddedCluster({ port: 0, workloads: false });
    try {
      const options = { cwd: folder.path, env: {}, kubeconfig: 'kubeconfig' };
      folder.write('kubeconfig', cluster.kubeconfig);
      expect((await read(['cluster'], options)).problems).toEqual([
        `cluster KB_IMPORT_NOTHING: there is no CustomResourceDefinition in the cluster ${cluster.url}`,
      ]);
      for (const { definition } of readDefinitions([{ name: 'crds', text }]).definitions)
        await cluster.client.create(customResourceDefinitions, definition as unknown as CustomResourceDefinition);
      const { texts, diagnostics } = await readSources(['cluster'], options);
      expect(diagnostics).toEqual([]);
      const found = readDefinitions(texts);
      expect(found.diagnostics).toEqual([]);
      expect(found.definitions.map(({ place }) => place.file)).toEqual([
        'cluster/goods.example.com',
        'cluster/shops.example.com',
      ]);
      const shop = found.definitions[1]?.definition;
      expect(shop?.metadata).toEqual({ name: 'shops.example.com' });
      expect(shop?.spec.versions[0]?.schema.openAPIV3Schema.properties?.['spec']?.properties?.['size']?.default).toBe(
        9007199254740993n,
      );
      expect((await read(['cluster'], { ...options, kubeContext: 'other' })).problems[0]).toMatch(
        /^cluster KB_IMPORT_SOURCE: .*other/,
      );
    } finally {
      await cluster.stop();
    }
    expect((await read(['cluster'], { cwd: folder.path, kubeconfig: 'kubeconfig' })).problems[0]).toMatch(
      /^cluster KB_IMPORT_SOURCE: nothing listens at/,
    );
  });
});
