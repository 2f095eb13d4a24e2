import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { validatingAdmissionPolicies } from '@kb/kubernetes/admissionregistration/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { afterEach, expect, test } from 'vitest';
import { runSimulation, type Simulation } from '../../simulation.ts';
import { admissionPolicyController } from './admission-policy-controller.ts';

let simulation: Simulation | undefined;

afterEach(async () => {
  await simulation?.stop();
});

function start() {
  const clock = createVirtualClock();
  const { transport } = createApiServer({ clock });
  const client = createClient({ transport, clock });
  simulation = runSimulation({ transport, clock }, () => [admissionPolicyController()]);
  const statusOf = async (name: string): Promise<unknown> => {
    // The code for CEL is imported, which takes time that the clock does not know.
    await import('@kb/apimachinery/cel');
    for (let turn = 0; turn < 50; turn += 1) {
      await clock.advance(1000);
      const { metadata, status } = await client.get(validatingAdmissionPolicies, { name });
      if (status?.observedGeneration === metadata.generation) return status;
    }
    return undefined;
  };
  return { client, clock, statusOf };
}

const rule = (group: string, version: string, resource: string) => ({
  operations: ['CREATE'],
  apiGroups: [group],
  apiVersions: [version],
  resources: [resource],
});

const policy = (name: string, resourceRules: ReturnType<typeof rule>[], ...expressions: string[]) => ({
  metadata: { name },
  spec: {
    matchConstraints: { resourceRules },
    validations: expressions.map((expression) => ({ expression })),
  },
});

test('a policy without mistakes is observed', async () => {
  const { client, statusOf } = start();
  await client.create(
    validatingAdmissionPolicies,
    policy('p', [rule('apps', 'v1', 'deployments')], 'object.spec.replicas <= 5'),
  );
  expect(await statusOf('p')).toEqual({ observedGeneration: 1, typeChecking: {} });
});

test('mistakes are warnings in the status, and go when they are corrected', async () => {
  const { client, statusOf } = start();
  const rules = [rule('apps', 'v1', 'deployments'), rule('*', 'v1', 'pods')];
  await client.create(
    validatingAdmissionPolicies,
    policy('p', rules, 'object.spec.replicas <= 5', 'object.spec.replica <= 5'),
  );
  expect(await statusOf('p')).toEqual({
    observedGeneration: 1,
    typeChecking: {
      expressionWarnings: [
        {
          fieldRef: 'spec.validations[1].expression',
          warning:
            "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replica'\n | object.spec.replica <= 5\n | ...........^\n",
        },
      ],
    },
  });
  await client.patch(
    validatingAdmissionPolicies,
    { name: 'p' },
    { type: 'merge', value: { spec: { validations: [{ expression: 'true' }] } } },
  );
  // As in server-side apply: what becomes empty goes.
  expect(await statusOf('p')).toEqual({ observedGeneration: 2 });
});

test('custom resources have the types of their definitions', async () => {
  const { client, statusOf } = start();
  await client.create(customResourceDefinitions, {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'things', kind: 'Thing' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer' } } } },
        },
      ],
    },
  });
  const rules = [rule('example.com', 'v1', 'things')];
  await client.create(
    validatingAdmissionPolicies,
    policy('p', rules, 'object.size > 1 && object.metadata.labels.a == "b"', 'object.size == "x"'),
  );
  expect(await statusOf('p')).toMatchObject({
    typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[1].expression' }] },
  });
});
