/**
 * Freezes what this version of kb scaffolds: bundles the templates, with what they use, into one module in
 * `packages/cli/scaffolds`, named after the version. `kb update` renders with it what a project was like before its
 * author edited it. Run it before a template changes after a release, and commit the module.
 *
 *   npm run freeze-scaffold [-- CHECKOUT]
 *
 * CHECKOUT: a checkout of the version to freeze, with packages installed. Default: this one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { slashed } from './slashed.ts';
import type { Manifest } from './workspace-packages.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const checkout = resolve(process.argv[2] ?? repository);
const cli = join(checkout, 'packages', 'cli');
const { version } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')) as Manifest & { version: string };
const file = join(repository, 'packages', 'cli', 'scaffolds', `${version}.js`);
if (existsSync(file)) {
  console.error(`${relative(repository, file)} exists: what a version scaffolds is frozen once.`);
  process.exitCode = 1;
} else {
  await freeze();
  console.log(`${relative(repository, file)} was written: commit it.`);
}

async function freeze(): Promise<void> {
  const bundle = await rolldown({
    cwd: cli,
    input: join(cli, 'src', 'scaffold', 'frozen', 'render-scaffold.ts'),
    platform: 'node',
    tsconfig: false,
    transform: { target: 'es2024' },
    treeshake: { moduleSideEffects: false },
    resolve: { conditionNames: ['@kb/source'] },
    plugins: [{ name: 'without-edits', load: withoutEdits }],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  try {
    const { output } = await bundle.write({
      file,
      format: 'esm',
      comments: false,
      codeSplitting: false,
      banner: `// What kb ${version} scaffolds. Written by "npm run freeze-scaffold"; never edit it.`,
    });
    const foreign = output
      .flatMap((item) => (item.type === 'chunk' ? Object.entries(item.modules) : []))
      .filter(([id, { renderedLength }]) => renderedLength > 0 && slashed(id).includes('/node_modules/'));
    if (foreign.length > 0) throw new Error(`code of third parties: ${foreign.map(([id]) => id).join(', ')}`);
  } finally {
    await bundle.close();
  }
}

/** Replaces what edits existing lists, which renders nothing, and which needs a parser of YAML and a compiler. */
function withoutEdits(id: string): string | undefined {
  const names = {
    'list-edit.ts': ['addToList'],
    'add-resource.ts': ['addResource'],
    'source-edit.ts': ['addMarker', 'addToCall', 'addToChain'],
    'sequence-entries.ts': ['addSequenceEntry', 'removeSequenceEntry'],
  }[basename(id)];
  return names
    ?.map((name) => `export function ${name}() { throw new Error('a frozen scaffold edits nothing'); }`)
    .join('\n');
}
