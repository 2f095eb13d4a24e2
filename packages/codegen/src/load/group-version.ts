import path from 'node:path';
import type { FolderFacts } from '../model/facts.ts';
import type { GroupVersion, TypeId } from '../model/model.ts';
import { ts } from './compiler.ts';
import { isTypeDeclaration } from './load-folder.ts';
import { idOf } from './resolve-declaration.ts';
import type { SourcePackage, SourceProgram } from './source-program.ts';

/** The group version that a folder is, or undefined for a folder without a group. */
export function groupVersionOf(
  folder: string,
  facts: FolderFacts,
  packages: readonly SourcePackage[],
  { files, checker }: SourceProgram,
): GroupVersion | undefined {
  if (facts.group === undefined) return undefined;
  const owner = packages.find(
    (candidate) => folder === `${candidate.folder}/src` || folder.startsWith(`${candidate.folder}/src/`),
  );
  if (owner === undefined) return undefined;
  const relative = path.posix.relative(`${owner.folder}/src`, folder);
  const index = files.find(({ fileName }) => fileName === `${folder}/index.ts`);
  return {
    group: facts.group,
    version: facts.version ?? path.posix.basename(folder),
    folder,
    path: relative,
    module: [owner.name ?? '', relative].filter((part) => part !== '').join('/'),
    exports: index === undefined ? new Set() : exportsOf(index, checker),
  };
}

/** The types that a module exports under the names that they are declared with. */
function exportsOf(file: ts.SourceFile, checker: ts.TypeChecker): Set<TypeId> {
  const module = checker.getSymbolAtLocation(file);
  const exported = new Set<TypeId>();
  for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
    const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    for (const declaration of target.declarations ?? []) {
      if (isTypeDeclaration(declaration) && declaration.name.text === symbol.name) exported.add(idOf(declaration));
    }
  }
  return exported;
}
