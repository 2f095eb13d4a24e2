import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const standIn = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** The `node_modules` folder that the packages are installed in. */
    packedModules: string;
  }
}

/** Tests of a package that run on its published form. */
interface PackedTests {
  /** Folder of the package's sources. */
  readonly folder: string;
  /** Where the published package is loaded from, below `node_modules`. */
  readonly entry: string;
  /** Modules of the sources that the tests import, and their replacements; `packed` is {@link entry}. */
  readonly replaced: Readonly<Record<string, string>>;
  /** The tests' files: each imports a module that is replaced. */
  readonly tests: readonly string[];
}

/**
 * The tests of code that uses bundled packages (kubeconfigs, exec plugins and OpenID Connect; certificates), and of
 * code for browsers.
 */
export const packedSuites: readonly PackedTests[] = [
  {
    folder: 'packages/client',
    entry: '@kb/client/dist/index.js',
    replaced: {
      'src/access/kube-config/load-kube-config.ts': 'packed',
      'src/access/credentials/exec-plugin.ts': standIn('packed-exec-plugin.ts'),
      'src/access/credentials/oidc.ts': standIn('packed-oidc.ts'),
      'src/test-support/browser-packages.ts': standIn('packed-browser-packages.ts'),
    },
    tests: [
      'src/access/kube-config/load-kube-config.test.ts',
      'src/access/kube-config/load-object.test.ts',
      'src/access/credentials/exec-plugin.test.ts',
      'src/access/credentials/oidc.test.ts',
      'src/browser.test.ts',
    ],
  },
  {
    folder: 'packages/runtime',
    entry: '@kb/runtime/dist/serving.js',
    replaced: { 'src/certificates/self-signed-adapter.ts': 'packed' },
    tests: ['src/certificates/certificates.test.ts', 'src/serving/adapters/serve-http.test.ts'],
  },
];

/**
 * Runs tests of our packages on the packages installed in `modules`, a `node_modules` folder. Resolves with the
 * problems.
 */
export async function testPacked(modules: string): Promise<string[]> {
  const problems: string[] = [];
  for (const suite of packedSuites) problems.push(...(await run(suite, modules)));
  return problems;
}

async function run({ folder, entry: name, replaced, tests }: PackedTests, modules: string): Promise<string[]> {
  const entry = join(modules, name);
  const home = join(root, folder);
  const stands = new Map(Object.entries(replaced).map(([file, by]) => [join(home, file), by]));
  const redirected = new Set<string>();
  const vitest = await startVitest(
    'test',
    [...tests],
    {
      root: home,
      config: false,
      watch: false,
      // As in vitest.config.ts, which is not read here: guards against hanging.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 60_000, interval: 20 } },
      provide: { packedModules: modules },
      reporters: ['default'],
      // Its entries have the paths of packages that no longer exist.
      fsModuleCache: false,
    },
    {
      resolve: { conditions: ['@kb/source'] },
      ssr: { resolve: { conditions: ['@kb/source', 'node', 'import', 'default'] } },
      plugins: [
        {
          name: 'packed',
          enforce: 'pre',
          resolveId(id, importer) {
            if (id.startsWith('packed:')) return { id: entry, external: true };
            if (importer === undefined || !importer.endsWith('.test.ts') || !id.startsWith('.')) return null;
            const by = stands.get(resolve(dirname(importer), id));
            if (by === undefined) return null;
            redirected.add(importer);
            return by === 'packed' ? { id: entry, external: true } : by;
          },
        },
      ],
    },
  );
  const ran = vitest.state.getTestModules();
  const failed = ran.filter((module) => !module.ok()).map((module) => `${module.moduleId} fails on the package`);
  await vitest.close();
  return [
    ...failed,
    ...(ran.length === tests.length ? [] : [`${folder}: ${ran.length} of ${tests.length} test files ran`]),
    ...tests
      .filter((test) => !redirected.has(join(home, test)))
      .map((test) => `${folder}/${test} did not run on the package: it imports none of the modules that are replaced`),
  ];
}
