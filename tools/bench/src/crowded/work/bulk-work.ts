import type { Crowd } from '../crowd/crowd.ts';

/** A piece of work that takes the server longer than a small request. */
export interface BulkWork {
  readonly name: string;
  /** Makes what the work needs; not measured. */
  readonly prepare?: (crowd: Crowd) => Promise<void>;
  /** Does it to its end. */
  readonly run: (crowd: Crowd) => Promise<void>;
  /** It leaves the server as it was: work of less than a second is done again, so that probes fall into it. */
  readonly repeatable?: boolean;
}

/** The work of one request whose response is read to its end. */
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
