import path from 'node:path';
/** A package whose sources are looked at: its name and its folder. */
export interface SourcePackage {
  /** Name in its package.json; undefined: none. */
  readonly name: string | undefined;
  /** Relative to the project's folder. */
  readonly folder: string;
  /** What the package's names for its modules are relative to. Default: `src` in the folder. */
  readonly root?: string;
  /** Only the sources below this folder are read; those that they import may be elsewhere. Default: the root. */
  readonly only?: string;
}

/** What a package's names for its modules are relative to. */
export function rootOf({ folder, root = path.posix.join(folder, 'src') }: SourcePackage): string {
  return root;
}
