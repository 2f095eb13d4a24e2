import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namespaces } from '@kb/kubernetes/core/v1';
import { installManifests, type Manifest, readManifests } from '@kb/cli/dev';
import {
  type CorpusTwin,
  corpusTwins,
  generateCorpusTwin,
} from '../../../../packages/codegen/src/test-support/corpus-twins.ts';
import { runCases, type Suite } from '../suite.ts';
import { cronJobCases } from './cron-job-cases.ts';
import { immutableCases } from './immutable-cases.ts';
import { oneOfCases } from './one-of-cases.ts';
import type { RuleCase } from './rule-case.ts';

/** API packages whose CRDs are not installed, and why. */
const left = new Map([
  ['no-group', 'no API server accepts a kind without a group'],
  ['apply-configuration', 'its CronJobs have the same name as those of another package'],
  ['gen', 'its descriptions come from the corpus, which may not be available'],
  ['schema-patch', 'its group is a protected one of Kubernetes, for which CRDs need an approval annotation'],
]);
const twins = corpusTwins.filter(({ api }) => !left.has(api));

/** Tests what generated rules make an API server accept and refuse. */
export const rulesSuite: Suite = {
  name: 'rules',
  async run({ client }) {
    const { metadata } = await client.create(namespaces, { metadata: { generateName: 'rules-' } });
    const install = twins.map((twin): RuleCase => ({
      name: `definitions: ${twin.name}`,
      run: async () => installManifests(client, await manifestsOf(twin)),
    }));
    return runCases(
      [...install, ...oneOfCases, ...immutableCases, ...cronJobCases],
      ({ name }) => name,
      (one) => one.run({ client, namespace: metadata.name }),
    );
  },
};

async function manifestsOf(twin: CorpusTwin): Promise<Manifest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kb-rules-'));
  try {
    for (const [file, text] of await generateCorpusTwin(twin)) writeFileSync(join(folder, file), text);
    return readManifests(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
