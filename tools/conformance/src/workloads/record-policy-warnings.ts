// Records what kube-controller-manager writes into the statuses of ValidatingAdmissionPolicies:
//
// node --conditions=@kb/source tools/conformance/src/workloads/record-policy-warnings.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@kb/client';
import { validatingAdmissionPolicies } from '@kb/kubernetes/admissionregistration/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import {
  checkedDefinition,
  checkedPolicies,
  withoutTime,
} from '../../../../packages/simulation/src/controller-manager/admission-policy/test-support/checked-policies.ts';
import { realBinaries, startRealTarget } from '../targets/real-target.ts';

const folder = '../../../../packages/simulation/src/controller-manager/admission-policy/testdata/recorded.json';
/** How long to wait for a status, and for the definition to be known to kube-controller-manager. */
const PATIENCE = { tries: 120, everyMs: 500, definitionMs: 5000 };

const binaries = await realBinaries(console.log);
if ('reason' in binaries) {
  console.error(`recording needs a control plane: ${binaries.reason}`);
  process.exit(2);
}
const { client, stop } = await startRealTarget(binaries, { workloads: true });
try {
  await client.create(customResourceDefinitions, checkedDefinition);
  await systemClock.sleep(PATIENCE.definitionMs);
  const recorded: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(checkedPolicies)) {
    await client.create(validatingAdmissionPolicies, { metadata: { name }, spec });
    recorded[name] = await statusOf(name);
  }
  const text = JSON.stringify(
    recorded,
    (_, value: unknown) => (typeof value === 'string' ? withoutTime(value) : value),
    2,
  );
  writeFileSync(fileURLToPath(new URL(folder, import.meta.url)), `${text}\n`);
} finally {
  await stop();
}

async function statusOf(name: string): Promise<unknown> {
  for (let attempt = 0; attempt < PATIENCE.tries; attempt += 1) {
    const { status } = await client.get(validatingAdmissionPolicies, { name });
    if (status?.observedGeneration !== undefined) return status;
    await systemClock.sleep(PATIENCE.everyMs);
  }
  throw new Error(`the policy ${name} has no status`);
}
