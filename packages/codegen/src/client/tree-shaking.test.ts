import path from 'node:path';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';

const packages = path.join(import.meta.dirname, '../../..');
const client = path.join(
  import.meta.dirname,
  '../testdata/scenarios/client-apply-types/expected/packages/client/src/shop/v1/index.ts',
);

/**
 * Returns what a bundler keeps of a program. `client` is a generated client, whose package declares `sideEffects:
 * false` or nothing.
 */
async function bundle(source: string, sideEffects: boolean): Promise<string> {
  const built = await rolldown({
    input: 'program',
    resolve: { conditionNames: ['@kb/source', 'import'] },
    treeshake: { moduleSideEffects: sideEffects },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => {
          if (id === 'program') return id;
          if (id === 'client') return client;
          // These have only types, which are already erased.
          if (id.startsWith('@shop/')) return { id, external: true };
          const kb = /^@kb\/(client\/codegen\/v1|apimachinery|kubernetes\/apps\/v1)$/.exec(id)?.[1];
          return kb === undefined ? undefined : path.join(packages, sources[kb] ?? '');
        },
        load: (id) => (id === 'program' ? source : undefined),
      },
    ],
  });
  const { output } = await built.generate({ comments: false });
  return output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
}

const sources: Readonly<Record<string, string>> = {
  'client/codegen/v1': 'client/src/codegen/v1.ts',
  apimachinery: 'apimachinery/src/index.ts',
  'apimachinery/codec': 'apimachinery/src/codec.ts',
  'apimachinery/selectors': 'apimachinery/src/selectors.ts',
  'kubernetes/apps/v1': 'kubernetes/src/apps/v1.ts',
};

describe.each([false, true])('with modules that are assumed to have side effects: %s', (sideEffects) => {
  test('keeps only the handle that is used of a client', async () => {
    const code = await bundle("import { gardens } from 'client'; console.log(gardens.plural);", sideEffects);
    expect(code).toContain('"gardens"');
    expect(code).not.toMatch(/fence|listKind|apiVersion: "shop/i);
  });

  test('keeps only the constant that is used of a client', async () => {
    const code = await bundle("import { groupVersion } from 'client'; console.log(groupVersion);", sideEffects);
    expect(code).toContain('shop.example.com/v1');
    expect(code).not.toMatch(/garden|fence|defineResource/i);
  });

  test('keeps only the handle that is used of the built-in kinds', async () => {
    const code = await bundle(
      "import { deployments } from '@kb/kubernetes/apps/v1'; console.log(deployments.plural);",
      sideEffects,
    );
    expect(code).toContain('"deployments"');
    expect(code).not.toMatch(/daemonsets|statefulsets/);
  });
});

test('keeps all resources for an import of all resources', async () => {
  const code = await bundle("import { allResources } from 'client'; console.log(allResources);", false);
  expect(code).toMatch(/"fences"[^]*"gardens"/);
});
