import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';
import type { PublicEntry } from './public-entries.ts';

/**
 * Writes the API reference of the entries as HTML into a folder, which is emptied first. Returns the number of entries
 * that have a page. `root`: the folder of tsconfig.base.json. `scratch`: a folder for the tsconfig of this run.
 */
export async function makeReference(options: {
  readonly entries: readonly PublicEntry[];
  readonly root: string;
  readonly into: string;
  readonly scratch: string;
}): Promise<number> {
  const { entries, root, into, scratch } = options;
  const files = entries.map(({ file }) => file);
  const tsconfig = join(scratch, 'tsconfig.json');
  const compilerOptions = { noEmit: true, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(tsconfig, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }));
  const application = await Application.bootstrap({
    name: 'kb',
    entryPoints: files,
    tsconfig,
    basePath: root,
    readme: join(root, 'README.md'),
    // There is no public repository to link to.
    disableSources: true,
    // Types are checked by TypeScript 7, in `npm run typecheck`.
    skipErrorChecking: true,
    excludePrivate: true,
    excludeExternals: true,
    logLevel: 'Error',
    validation: { notExported: false, invalidLink: false, rewrittenLink: false },
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the sources');
  const modules = project.children ?? [];
  // TypeDoc names a module after its file; users import it by the name of its entry.
  const names = new Map(entries.map(({ name, file }) => [file, name]));
  for (const module of modules) {
    const file = project.getSymbolIdFromReflection(module)?.fileName;
    module.name = names.get(file ?? '') ?? module.name;
  }
  await application.generateDocs(project, into);
  return modules.length;
}
