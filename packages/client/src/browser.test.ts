import { isBuiltin } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { createApiServer } from '@kb/apiserver';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { systemClock } from './adapters/system/system-clock.ts';
import { systemRandom } from './adapters/system/system-random.ts';
import { browserPackages } from './test-support/browser-packages.ts';

/** The result of bundling a program for browsers. */
interface Bundle {
  readonly code: string;
  /** The imports that remain in the bundle. */
  readonly imports: readonly string[];
  /** The bundled files, except the program. */
  readonly modules: readonly string[];
}

/** Bundles a program. With `whole`, includes unused code: what a browser loads without a bundler. */
async function bundle(source: string, { whole = false } = {}): Promise<Bundle> {
  const { folder, conditions, find } = browserPackages;
  const program = path.join(folder, 'program.js');
  const built = await rolldown({
    input: program,
    cwd: folder,
    platform: 'browser',
    treeshake: !whole,
    resolve: { conditionNames: ['browser', ...conditions] },
    external: (id) => isBuiltin(id),
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === program ? id : find(id)),
        load: (id) => (id === program ? source : undefined),
      },
    ],
  });
  const { output } = await built.generate({
    format: whole ? 'esm' : 'iife',
    name: 'program',
    comments: false,
  });
  const [{ code }] = output;
  const chunks = output.filter((item) => item.type === 'chunk');
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const imports = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
  return {
    code,
    imports: imports.filter((id) => !own.has(id)),
    modules: modules.filter((id) => id !== program && !id.startsWith('\0')),
  };
}

const program = `
  import { createClient, fetchTransport, isConnectionLost, systemClock } from '@kb/client';
  import { isNotFound } from '@kb/apimachinery';
  import { configMaps } from '@kb/kubernetes/core/v1';

  export async function run(server) {
    const client = createClient({ transport: fetchTransport({ server }), clock: systemClock });
    const key = 'default/page';
    const seen = [];
    await client.create(configMaps, { metadata: { name: 'page', namespace: 'default' }, data: { a: 'b' } });
    for await (const { type, object } of client.watch(configMaps, { namespace: 'default', sendInitialEvents: true, allowWatchBookmarks: true, resourceVersionMatch: 'NotOlderThan' })) {
      if (type === 'BOOKMARK') break;
      seen.push(type + ' ' + object.metadata.name);
    }
    const patched = await client.patch(configMaps, key, { type: 'merge', value: { data: { a: 'c' } } });
    await client.apply(configMaps, { metadata: { name: 'page', namespace: 'default' }, data: { d: 'e' } });
    const { items } = await client.list(configMaps, { namespace: 'default' });
    await client.delete(configMaps, patched);
    const gone = await client.get(configMaps, key).then(() => false, isNotFound);
    return { seen, data: items.find(({ metadata }) => metadata.name === 'page').data, gone };
  }

  export async function fail(server) {
    const client = createClient({ transport: fetchTransport({ server }), clock: systemClock });
    return client.getJson('/version').then(() => undefined, (error) => ({ name: error.name, code: error.code, lost: isConnectionLost(error) }));
  }

  export async function abort(server) {
    const client = createClient({ transport: fetchTransport({ server }), clock: systemClock });
    const ending = new AbortController();
    const reason = new Error('the page was left');
    const watched = (async () => {
      for await (const _ of client.watch(configMaps, { signal: ending.signal, onOpen: () => ending.abort(reason) }));
    })();
    return watched.then(() => 'ended', (error) => error === reason);
  }
`;

/** The globals of every browser, without those of Node. */
const platform = Object.fromEntries(
  (
    [
      'AbortController AbortSignal DOMException Headers ReadableStream Request Response TextDecoder TextEncoder URL URLSearchParams Uint8Array ArrayBuffer',
      'atob btoa clearTimeout console crypto fetch performance queueMicrotask setTimeout structuredClone',
    ] as const
  ).flatMap((names) => names.split(' ').map((name) => [name, Reflect.get(globalThis, name)] as const)),
);

test('a bundle for browsers does not import Node modules, and its client works over fetch', async () => {
  const { code, imports, modules } = await bundle(program);
  expect(imports).toEqual([]);
  expect(code).not.toMatch(/\brequire\("/);
  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((module) => !browserPackages.has(module))).toEqual([]);

  const context = vm.createContext({ ...platform });
  vm.runInContext(`${code}\nglobalThis.program = program;`, context);
  expect(vm.runInContext('[typeof process, typeof Buffer, typeof require, typeof setImmediate]', context)).toEqual(
    Array.from({ length: 4 }, () => 'undefined'),
  );
  const { run, fail, abort } = context['program'] as Record<
    'run' | 'fail' | 'abort',
    (url: string) => Promise<unknown>
  >;

  const server = createApiServer({ clock: systemClock, random: systemRandom });
  const listener = await server.listen();
  const { url } = listener;
  try {
    expect(await run(url)).toEqual({ seen: ['ADDED page'], data: { a: 'c', d: 'e' }, gone: true });
    expect(await abort(url)).toBe(true);
  } finally {
    await listener.close();
  }
  expect(await fail(url)).toEqual({ name: 'ConnectionError', code: 'KB_CONNECTION_FAILED', lost: false });
});

test('the browser entries do not import Node modules, even in unused code', async () => {
  const names = ['@kb/client', '@kb/client/browser', '@kb/client/codegen/v1', '@kb/kubernetes/core/v1'];
  const entries = names.map((name, index) => `export * as entry${index} from '${name}';`);
  const { imports, modules } = await bundle(entries.join('\n'), { whole: true });
  expect(imports).toEqual([]);
  expect(modules.filter((module) => !browserPackages.has(module))).toEqual([]);
});

test('a bundle with a Node module is detected', async () => {
  const source = `import fs from 'node:fs'; import http from 'http'; export { fs, http };`;
  expect((await bundle(source, { whole: true })).imports.toSorted()).toEqual(['http', 'node:fs']);
});

test('the Node entry has all exports of the browser entry', async () => {
  const [index, browser] = await Promise.all([import('./index.ts'), import('./browser.ts')]);
  expect(Object.keys(index)).toEqual(expect.arrayContaining(Object.keys(browser)));
});
