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

const RECORDED = '../../../../packages/simulation/src/controller-manager/admission-policy/testdata/recorded.json';
/** How long to wait for a status, and for the definition to be known to kube-controller-manager. */
const patience = { tries: 120, everyMs: 500, definitionMs: 5000 };

const binaries = await realBinaries(console.log);
if ('reason' in binaries) {
  console.error(`recording needs a control plane: ${binaries.reason}`);
  process.exit(2);
}
const target = await startRealTarget(binaries, { workloads: true });
try {
  await target.client.create(customResourceDefinitions, checkedDefinition);
  await systemClock.sleep(patience.definitionMs);
  const recorded: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(checkedPolicies)) {
    await target.client.create(validatingAdmissionPolicies, { metadata: { name }, spec });
    recorded[name] = await statusOf(name);
  }
  const text = JSON.stringify(
    recorded,
    (_, value: unknown) => (typeof value === 'string' ? withoutTime(value) : value),
    2,
  );
  writeFileSync(fileURLToPath(new URL(RECORDED, import.meta.url)), `${text}\n`);
} finally {
  await target.stop();
}

async function statusOf(name: string): Promise<unknown> {
  for (let attempt = 0; attempt < patience.tries; attempt += 1) {
    const { status } = await target.client.get(validatingAdmissionPolicies, { name });
    if (status?.observedGeneration !== undefined) return status;
    await systemClock.sleep(patience.everyMs);
  }
  throw new Error(`the policy ${name} has no status`);
}
