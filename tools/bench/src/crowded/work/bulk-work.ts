import type { Crowd } from '../crowd/crowd.ts';

/** Work that takes the server longer than a small request. */
export interface BulkWork {
  readonly name: string;
  /** Creates what the work needs; not measured. */
  readonly prepare?: (crowd: Crowd) => Promise<void>;
  /** Does the work. Resolves when it is complete. */
  readonly run: (crowd: Crowd) => Promise<void>;
  /**
   * The work leaves the server unchanged, so work of less than a second is repeated, to have enough probes beside it.
   */
  readonly repeatable?: boolean;
}

/** Returns work that sends one request and reads its response to the end. */
export function reading(
  name: string,
  path: string,
  options: { readonly accept?: string; readonly gzip?: boolean } = {},
): BulkWork {
  return {
    name,
    repeatable: true,
    run: async ({ load }) => {
      if ((await load.read(path, options)) === 0) throw new Error(`GET ${path}: an empty response`);
    },
  };
}
