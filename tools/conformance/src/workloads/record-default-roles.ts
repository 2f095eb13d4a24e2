// Records the rules that kube-controller-manager gathers in the default roles:
//
// node --conditions=@kb/source tools/conformance/src/workloads/record-default-roles.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@kb/client';
import { clusterRoles } from '@kb/kubernetes/rbac/v1';
import { realBinaries, startRealTarget } from '../targets/real-target.ts';

const RECORDED =
  '../../../../packages/simulation/src/controller-manager/cluster-role-aggregation/testdata/default-roles.json';
/** How long the roles must stay unchanged. */
const QUIET_MS = 5000;

const binaries = await realBinaries(console.log);
if ('reason' in binaries) {
  console.error(`recording needs a control plane: ${binaries.reason}`);
  process.exit(2);
}
const target = await startRealTarget(binaries, { workloads: true });
try {
  let text = '';
  for (let last = 'none'; text !== last;) {
    last = text;
    await systemClock.sleep(QUIET_MS);
    const { items } = await target.client.list(clusterRoles);
    const gathered = items.filter(({ aggregationRule }) => aggregationRule !== undefined);
    // One rule a line.
    const lines = gathered.map(
      ({ metadata: { name }, rules = [] }) =>
        `  ${JSON.stringify(name)}: [\n${rules.map((rule) => `    ${JSON.stringify(rule)}`).join(',\n')}\n  ]`,
    );
    text = `{\n${lines.join(',\n')}\n}\n`;
  }
  writeFileSync(fileURLToPath(new URL(RECORDED, import.meta.url)), text);
} finally {
  await target.stop();
}
