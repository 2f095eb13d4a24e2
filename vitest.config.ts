import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { permissionReporter } from './packages/testing/src/vitest/permission-reporter.ts';
import { recordReporter } from './tools/ci/src/test-records/record-reporter.ts';

// Sources are tested as they are, without a build: the `@kb/source` condition of every package's exports leads to its
// src/. Each package runs its own tests (`vitest run --root packages/<name> --config ../../vitest.config.ts` through
// its nx target).
export default defineConfig({
  resolve: { conditions: ['@kb/source'] },
  ssr: { resolve: { conditions: ['@kb/source', 'node', 'import', 'default'] } },
  test: {
    include: ['{src,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: [fileURLToPath(new URL('tools/ci/src/test-setup/fix-seed.ts', import.meta.url))],
    environment: 'node',
    // The files of a package share a process and its modules, which halves the time: a test leaves nothing behind.
    isolate: false,
    // Guards against hanging, not measures: a machine that is slow, or has other work, takes many times what another
    // takes.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    passWithNoTests: false,
    // What was skipped is told at the end of `npm test`.
    // Which permissions of a role the tests used is printed where an operator runs under one.
    reporters: ['default', recordReporter(), permissionReporter()],
  },
});
