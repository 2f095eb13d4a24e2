import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModels } from '../../../../packages/kubernetes/scripts/models/bundle-models.ts';
import { clientNodeFolder } from '../../../../packages/kubernetes/scripts/wire-types/client-node-folder.ts';
import { emitDeclarations, writeManifest } from './source-files.ts';

const packages = fileURLToPath(new URL('../../../../packages', import.meta.url));
/** The packages that users of a generated client depend on. */
const names = ['apimachinery', 'kubernetes', 'client'];
const types = path.join(packages, '../node_modules/@types');

/** Installs the declarations of these packages into `root`/node_modules, as they are published. */
export async function installKb(root: string): Promise<void> {
  const modules = path.join(root, 'node_modules');
  mkdirSync(path.join(modules, '@kubernetes'), { recursive: true });
  mkdirSync(path.join(modules, '@kb'));
  symlinkSync(
    path.join(packages, '../node_modules/@kubernetes/client-node'),
    path.join(modules, '@kubernetes/client-node'),
  );
  const emitted = path.join(root, 'emitted');
  await emitDeclarations(
    path.join(root, 'kb.json'),
    {
      rootDir: packages,
      outDir: emitted,
      // Listed separately: the compiler does not emit files that it reaches only as dependencies.
      include: names.map((name) => path.join(packages, name, 'src')),
      exclude: [path.join(packages, '*/src/**/*.test.ts'), path.join(packages, '*/src/**/testdata')],
    },
    { customConditions: ['@kb/source'], types: ['node'], typeRoots: [types] },
  );
  bundleModels(path.join(emitted, 'kubernetes/src'), clientNodeFolder(path.join(packages, 'kubernetes')));
  for (const name of names) {
    renameSync(path.join(emitted, name, 'src'), path.join(modules, '@kb', name));
  }
  writeManifest(path.join(modules, '@kb/apimachinery'), '@kb/apimachinery', { '.': './index.d.ts' });
  writeManifest(path.join(modules, '@kb/kubernetes'), '@kb/kubernetes', {
    './wire': './wire/index.d.ts',
    './*': './*.d.ts',
  });
  writeManifest(path.join(modules, '@kb/client'), '@kb/client', {
    '.': './index.d.ts',
    './codegen/v1': './codegen/v1.d.ts',
  });
}
