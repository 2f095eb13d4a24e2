import path from 'node:path';
import type { FolderFacts } from '../facts/facts.ts';
import type { GroupVersion, TypeId } from '../model/model.ts';
import { ts } from '../compiler.ts';
import { idOf } from './resolve/resolve-declaration.ts';
import { rootOf, type SourcePackage } from './program/source-packages.ts';
import type { SourceProgram } from './program/source-program.ts';
import { isTypeDeclaration } from './context/load-context.ts';

/** Returns the group version of a folder, or undefined for a folder without a group. */
export function groupVersionOf(
  folder: string,
  facts: FolderFacts,
  packages: readonly SourcePackage[],
  { files, checker }: SourceProgram,
): GroupVersion | undefined {
  if (facts.group === undefined) return undefined;
  const owner = packages.find((candidate) => {
    const root = rootOf(candidate);
    return folder === root || root === '.' || folder.startsWith(`${root}/`);
  });
  if (owner === undefined) return undefined;
  const relative = path.posix.relative(rootOf(owner), folder);
  const index = files.find(({ fileName }) => fileName === `${folder}/index.ts`);
  const exported = index === undefined ? [] : exportsOf(index, checker);
  return {
    group: facts.group,
    version: facts.version ?? path.posix.basename(folder),
    folder,
    path: relative,
    module: [owner.name ?? '', relative].filter((part) => part !== '').join('/'),
    exports: typesIn(exported, checker),
    exportedNames: new Set(exported.map(({ name }) => name)),
    applyInterfaces: facts.applyInterfaces ?? true,
    applyFolder: facts.applyFolder ?? '',
    external: facts.external,
  };
}

function exportsOf(file: ts.SourceFile, checker: ts.TypeChecker): ts.Symbol[] {
  const module = checker.getSymbolAtLocation(file);
  return module === undefined ? [] : checker.getExportsOfModule(module);
}

/** Returns the types that a module exports under their declared names. */
function typesIn(exports: readonly ts.Symbol[], checker: ts.TypeChecker): Set<TypeId> {
  const types = new Set<TypeId>();
  for (const symbol of exports) {
    const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    for (const declaration of target.declarations ?? []) {
      if (isTypeDeclaration(declaration) && declaration.name.text === symbol.name) types.add(idOf(declaration));
    }
  }
  return types;
}
