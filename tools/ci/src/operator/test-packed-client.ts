import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const client = join(root, 'packages/client');
const access = join(client, 'src/access');

/** The tests of @kb/client that run on the packed package, with the modules that stand for it there. */
const replaced: ReadonlyMap<string, string> = new Map([
  [join(access, 'load-kube-config.ts'), 'packed:@kb/client'],
  [join(access, 'credentials/exec-plugin.ts'), fileURLToPath(new URL('packed-exec-plugin.ts', import.meta.url))],
  [join(access, 'credentials/oidc.ts'), fileURLToPath(new URL('packed-oidc.ts', import.meta.url))],
]);
const tests = [
  'src/access/load-kube-config.test.ts',
  'src/access/kube-config-object/load-object.test.ts',
  'src/access/credentials/exec-plugin.test.ts',
  'src/access/credentials/oidc.test.ts',
];

/**
 * Runs what @kb/client's own tests say of kubeconfigs, exec plugins and OpenID Connect on a packed @kb/client: `entry` is the file that importing it loads. Resolves with whether all passed.
 */
export async function testPackedClient(entry: string): Promise<boolean> {
  const redirected = new Set<string>();
  const vitest = await startVitest(
    'test',
    tests,
    { root: client, config: false, watch: false, testTimeout: 180_000, reporters: ['default'], fsModuleCache: false },
    {
      resolve: { conditions: ['@kb/source'] },
      ssr: { resolve: { conditions: ['@kb/source', 'node', 'import', 'default'] } },
      plugins: [
        {
          name: 'packed-client',
          enforce: 'pre',
          resolveId(id, importer) {
            if (id === 'packed:@kb/client') return { id: entry, external: true };
            if (importer === undefined || !importer.endsWith('.test.ts') || !id.startsWith('.')) return null;
            const stand = replaced.get(resolve(dirname(importer), id));
            if (stand === undefined) return null;
            redirected.add(importer);
            return stand.startsWith('packed:') ? { id: entry, external: true } : stand;
          },
        },
      ],
    },
  );
  const modules = vitest.state.getTestModules();
  const passed = modules.length === tests.length && modules.every((module) => module.ok());
  const missed = tests.filter((test) => !redirected.has(join(client, test)));
  for (const test of missed) console.error(`${test} did not run on the packed package: it imports none of its modules`);
  await vitest.close();
  return passed && missed.length === 0;
}
