import { fileURLToPath } from 'node:url';
import { launchCandidate, type LaunchOperator, type OperatorCandidate } from './operator-candidate.ts';

/**
 * A process that waits to become the next operator, in which everything is imported that does not change: most of the
 * time of a start goes into importing the runtime.
 */
export interface SpareOperator {
  /** Starts one, unless there is one. */
  prepare(): void;
  /** Returns it, if there is one. */
  take(): OperatorCandidate | undefined;
  /** Ends it: what it imported has changed. */
  discard(): void;
  /** Remembers what an operator imported. */
  learn(operator: OperatorCandidate): void;
  /** The files (paths) that the last operator imported. */
  files(): ReadonlySet<string>;
  stop(): Promise<void>;
}

/** Returns a spare operator, not started yet. `isOwn`: whether a file (a path) may change. */
export function createSpare(options: {
  readonly launch: LaunchOperator;
  readonly isOwn: (file: string) => boolean;
}): SpareOperator {
  let waiting: OperatorCandidate | undefined;
  let last: OperatorCandidate | undefined;
  return {
    prepare() {
      if (waiting !== undefined) return;
      const candidate = launchCandidate(options);
      const modules = [...filesOf(last)].filter(([file]) => isModule(file) && !options.isOwn(file));
      candidate.process.preload(modules.map(([, url]) => url));
      waiting = candidate;
      void candidate.process.exited.then(() => {
        if (waiting === candidate) waiting = undefined;
      });
    },
    take() {
      const candidate = waiting;
      waiting = undefined;
      return candidate;
    },
    discard() {
      void waiting?.process.kill();
      waiting = undefined;
    },
    learn: (operator) => void (last = operator),
    files: () => new Set(filesOf(last).keys()),
    stop: async () => waiting?.process.kill(),
  };
}

/** The files that an operator imported, with their URLs. */
function filesOf(operator: OperatorCandidate | undefined): Map<string, string> {
  const urls = operator?.imported() ?? [];
  return new Map(
    urls.flatMap((url) => {
      const file = fileOf(url);
      return file === undefined ? [] : [[file, url] as const];
    }),
  );
}

/** The file of a URL that an operator sent; undefined for anything else. */
function fileOf(url: string): string | undefined {
  try {
    return fileURLToPath(url.split(/[?#]/, 1)[0] ?? url);
  } catch {
    return undefined;
  }
}

const isModule = (file: string): boolean => /\.[cm]?[jt]s$/.test(file);
