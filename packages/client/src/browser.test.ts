import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { createApiServer } from '@kb/apiserver';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { systemClock } from './adapters/system-clock.ts';
import { systemRandom } from './adapters/system-random.ts';

const folder = path.join(import.meta.dirname, '..');

/**
 * What a bundler for browsers takes for a package of this repository: the target of its `browser` condition, as a
 * source.
 */
function sourceOf(name: string, entry: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, '..', name, 'package.json'), 'utf8'));
  const { exports: exported } = manifest as { exports: Record<string, Readonly<Record<string, string>>> };
  const { browser, default: other = '' } = exported[entry] ?? {};
  return path.join(folder, '..', name, (browser ?? other).replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
}

/** A program for a browser, with everything that it imports. */
async function bundle(source: string): Promise<{ readonly code: string; readonly imports: readonly string[] }> {
  const built = await rolldown({
    input: 'program',
    platform: 'browser',
    resolve: { conditionNames: ['browser', '@kb/source', 'import'] },
    external: /^node:/,
    plugins: [
      {
        name: 'program',
        resolveId: (id) => {
          if (id === 'program') return id;
          const [, name, entry = ''] = /^@kb\/(apimachinery|client|kubernetes)(\/.*)?$/.exec(id) ?? [];
          // The entries of @kb/kubernetes are a pattern, without anything of their own for browsers.
          if (name === 'kubernetes') return path.join(folder, `../kubernetes/src${entry}.ts`);
          return name === undefined ? undefined : sourceOf(name, `.${entry}`);
        },
        load: (id) => (id === 'program' ? source : undefined),
      },
    ],
  });
  const { output } = await built.generate({ format: 'iife', name: 'program', comments: false });
  const [{ code, imports, dynamicImports }] = output;
  return { code, imports: [...imports, ...dynamicImports] };
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

/** What every browser has, and nothing of Node. */
const platform = Object.fromEntries(
  (
    [
      'AbortController AbortSignal DOMException Headers ReadableStream Request Response TextDecoder TextEncoder URL URLSearchParams Uint8Array ArrayBuffer',
      'atob btoa clearTimeout console crypto fetch performance queueMicrotask setTimeout structuredClone',
    ] as const
  ).flatMap((names) => names.split(' ').map((name) => [name, Reflect.get(globalThis, name)] as const)),
);

test('a bundle for browsers imports nothing of Node, and its client works over fetch', async () => {
  const { code, imports } = await bundle(program);
  expect(imports).toEqual([]);
  expect(code).not.toMatch(/\bfrom ?"node:|require\("node:/);

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

test('the entry of Node has all of the one of browsers', async () => {
  const [index, browser] = await Promise.all([import('./index.ts'), import('./browser.ts')]);
  expect(Object.keys(index)).toEqual(expect.arrayContaining(Object.keys(browser)));
});
