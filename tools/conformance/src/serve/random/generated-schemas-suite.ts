import { startServers } from '../../api-server/random-requests/comparison/servers.ts';
import type { GeneratedSuiteOptions } from '../../api-server/random-requests/generated-suite.ts';
import type { SuiteResult } from '../../suite.ts';
import { realBinaries } from '../../targets/real-target.ts';
import { compareSchemas } from './compare-schemas.ts';

const USUAL_RUNS = 200;
const FULL_RUNS = 3000;

/** Random schemas with random objects: both get the verdicts, values and messages of the real server. */
export const generatedSchemasSuite = {
  name: 'generated schemas',
  live: true,
  needsControlPlane: true,
  async run(options: GeneratedSuiteOptions): Promise<SuiteResult | { readonly skipped: string }> {
    const { full, seed, log } = options;
    if (options.embedded) return { skipped: 'no schemas were generated: the real control plane was left out' };
    const binaries = await realBinaries(log);
    if ('reason' in binaries) return { skipped: `nothing was compared with a real control plane: ${binaries.reason}` };
    const servers = await startServers(binaries, { onlyCustom: true });
    try {
      const runs = options.runs ?? (full ? FULL_RUNS : USUAL_RUNS);
      const result = await compareSchemas(servers, {
        seed,
        runs,
        log,
        shrinking: { mistakes: 3, milliseconds: 20_000 },
      });
      log(`seed ${seed}: ${runs} schemas, ${result.served} of them served; ${result.answers} answers`);
      log(`${result.accepted} successes of objects`);
      return result;
    } finally {
      await servers.stop();
    }
  },
};
