import { spawnSync } from 'node:child_process';

/** How many parts there are: more than any comparison has different ones. */
const PARTS = 1000;
/** The part without git. */
const DEFAULT_PART = 1;

/** The part of the long comparisons that a commit plays, so that commits play different ones. */
export interface PartOfCommit {
  readonly part: number;
  /** The abbreviated hash of the commit; undefined without git. */
  readonly commit?: string;
}

/** Returns the part of the commit that is checked out in a folder. */
export function partOfCommit(folder: string): PartOfCommit {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? partOfHash(stdout.trim()) : { part: DEFAULT_PART };
}

/** Returns the part of the commit with a hash. */
export function partOfHash(hash: string): PartOfCommit {
  return { part: Number.parseInt(hash.slice(0, 10), 16) % PARTS, commit: hash.slice(0, 10) };
}
