import { realBinaries } from '../../targets/real-target.ts';
import type { SuiteResult } from '../../suite.ts';
import { compareGenerated } from './comparison/compare-generated.ts';
import { startServers } from './comparison/servers.ts';

const USUAL_RUNS = 200;
const FULL_RUNS = 3000;

/** Options of the suite. */
export interface GeneratedSuiteOptions {
  readonly full: boolean;
  readonly seed: number;
  /** How many sequences. Default: 200, or 3,000 of all. */
  readonly runs?: number;
  /** True: leave the real control plane out, and so all of this. */
  readonly embedded: boolean;
  readonly log: (line: string) => void;
}

/** Random sequences of requests: all answers have to be those of a real API server, which is started for it. */
export const generatedSuite = {
  name: 'api server: generated sequences',
  live: true,
  needsControlPlane: true,
  async run(options: GeneratedSuiteOptions): Promise<SuiteResult | { readonly skipped: string }> {
    const { full, seed, log } = options;
    if (options.embedded) return { skipped: 'no sequences were generated: the real control plane was left out' };
    const binaries = await realBinaries(log);
    if ('reason' in binaries) return { skipped: `nothing was compared with a real control plane: ${binaries.reason}` };
    const servers = await startServers(binaries);
    try {
      const runs = options.runs ?? (full ? FULL_RUNS : USUAL_RUNS);
      log(`${runs} sequences of seed ${seed}`);
      const result = await compareGenerated(servers, {
        seed,
        runs,
        log,
        found: () => undefined,
        shrinking: { mistakes: 3, milliseconds: 15_000 },
      });
      log(`${result.requests} requests`);
      for (const line of result.leftOut) log(line);
      return result;
    } finally {
      await servers.stop();
    }
  },
};
