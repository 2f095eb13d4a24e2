import type { ControlPlaneBinaries } from '@kb/control-plane';
import { type Servers, startServers } from '../../api-server/random-requests/comparison/servers.ts';
import type { GeneratedSuiteOptions } from '../../api-server/random-requests/generated-suite.ts';
import { NO_CORPUS } from '../../import/round-trip/corpus-run.ts';
import type { Failure, SuiteResult } from '../../suite.ts';
import { realBinaries } from '../../targets/real-target.ts';
import { compareDocumentsOf } from '../compare/compare-documents.ts';
import { compareRequests, formatDifferences } from '../compare/compare-requests.ts';
import { compareRecorded } from './compare-recorded.ts';
import { type CorpusKind, corpusKinds, NAMESPACE, kindRequests } from './corpus-kinds.ts';

/** How many objects with a change each version gets, and how many of all are sent as updates. */
const live = { changes: 40, updates: 12 };

/**
 * The definitions of real projects: each is accepted and served, and objects made of its schemas get the verdict, the
 * causes and the stored object of the real server: those that are kept, or with `full` many more from one that runs.
 */
export const servedDefinitionsSuite = {
  name: 'served definitions',
  live: true,
  async run(options: GeneratedSuiteOptions): Promise<SuiteResult | { readonly skipped: string }> {
    const kinds = corpusKinds();
    if (kinds === undefined) return { skipped: NO_CORPUS };
    const recorded = await compareRecorded(kinds);
    if (!options.full || options.embedded) return recorded;
    const binaries = await realBinaries(options.log);
    if ('reason' in binaries) return { skipped: `nothing was compared with a real control plane: ${binaries.reason}` };
    const now = await compareLive(binaries, kinds, options);
    return { total: recorded.total + now.total, failures: [...recorded.failures, ...now.failures] };
  },
};

async function compareLive(
  binaries: ControlPlaneBinaries,
  kinds: readonly CorpusKind[],
  options: GeneratedSuiteOptions,
): Promise<SuiteResult> {
  const servers = await startServers(binaries, { onlyCustom: true });
  try {
    return await compareKinds(servers, kinds, options);
  } finally {
    await servers.stop();
  }
}

async function compareKinds(
  servers: Servers,
  kinds: readonly CorpusKind[],
  { seed, log }: GeneratedSuiteOptions,
): Promise<SuiteResult> {
  await servers.createNamespace(NAMESPACE);
  const { served, refused } = await servers.install(kinds);
  const failures: Failure[] = refused.map(({ kind, compared }) => ({
    name: `definition of ${kind.file}`,
    message: formatDifferences(compared.differences),
  }));
  const different = new Set(refused.map(({ kind }) => kind.file));
  for (const { file } of kinds.filter((kind) => !served.includes(kind) && !different.has(kind.file)))
    log(`${file}: both servers refuse it, with the same causes`);
  const versions = served.flatMap((kind) => kind.versions);
  const documents = await compareDocumentsOf(servers, versions);
  let objects = 0;
  let responses = 0;
  let accepted = 0;
  for (const kind of served) {
    const compared = await compareRequests(servers, kindRequests(kind, { seed, ...live }), log);
    objects += compared.total;
    responses += compared.answers;
    accepted += compared.accepted;
    for (const { sequence, differences } of compared.different)
      failures.push({ name: `${kind.file}: ${sequence.name}`, message: formatDifferences(differences) });
  }
  log(`${kinds.length} definitions, ${versions.length} versions, ${responses} answers, ${accepted} of them successes`);
  return { total: kinds.length + documents.total + objects, failures: [...failures, ...documents.failures] };
}
