import path from 'node:path';
/** A package whose sources are read. */
export interface SourcePackage {
  /** The name in its package.json, if it has one. */
  readonly name: string | undefined;
  /** Relative to the project's folder. */
  readonly folder: string;
  /** The folder that the package's specifiers for its modules are relative to. Default: `src` in its folder. */
  readonly root?: string;
  /** Only the sources below this folder are read; those that they import may be elsewhere. Default: the root. */
  readonly only?: string;
}

/** Returns the folder that a package's specifiers for its modules are relative to. */
export function rootOf({ folder, root = path.posix.join(folder, 'src') }: SourcePackage): string {
  return root;
}
