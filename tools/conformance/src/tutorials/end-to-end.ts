import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../targets/repository.ts';
import type { Cluster } from './clusters.ts';
import type { DeployedOperator } from './deployed-operator.ts';
import { runNode } from './make-project.ts';

/** Runs the tests of `make test-e2e` that a project has, against an operator that runs already. */
export async function runEndToEndTests(project: string, cluster: Cluster, operator: DeployedOperator): Promise<void> {
  const controller = path.join(project, 'packages/controller');
  const config = path.join(project, 'vitest.sources.config.ts');
  writeFileSync(config, withSources);
  const kubeconfig: unknown = parse(readFileSync(cluster.kubeconfig, 'utf8'));
  await runNode(
    project,
    [path.join(repositoryRoot, 'node_modules/vitest/vitest.mjs'), 'run', '--root', controller, '--config', config],
    {
      KUBECONFIG: cluster.kubeconfig,
      E2E_CONTEXT: (kubeconfig as { readonly 'current-context': string })['current-context'],
      E2E_METRICS_URL: `https://127.0.0.1:${operator.ports.get(8443) ?? 0}/metrics`,
    },
  );
}

/** The configuration of the project, with the sources of kb in place of what is built from them. */
const withSources = `import { mergeConfig } from 'vitest/config';
import configuration from './vitest.e2e.config.ts';

const conditions = ['@kb/source', 'node', 'import', 'default'];
export default mergeConfig(configuration, { resolve: { conditions }, ssr: { resolve: { conditions } } });
`;
