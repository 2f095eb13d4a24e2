import { createVirtualClock } from '@kb/apimachinery';
import { type AuditEvent, createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';
import { expect, test } from 'vitest';
import { startWorkloadSimulation } from '../start-workload-simulation.ts';
import { deploymentOf } from '../test-support/simulated-cluster.ts';

test('each component acts as the user that it is in a cluster, with its own permissions', async () => {
  const clock = createVirtualClock();
  const events: AuditEvent[] = [];
  const server = createApiServer({
    clock,
    disableAdmissionPlugins: [],
    authorizationMode: 'Node,RBAC',
    audit: {
      policy: {
        apiVersion: 'audit.k8s.io/v1',
        kind: 'Policy',
        omitStages: ['RequestReceived'],
        rules: [{ level: 'Metadata', verbs: ['create', 'update', 'patch', 'watch'] }, { level: 'None' }],
      },
      onEvent: (event) => events.push(event),
    },
  });
  const { transport, transportFor } = server;
  const simulation = startWorkloadSimulation({ transport, transportFor, clock });
  const client = createClient({ transport, clock });
  await clock.advance(2000);
  await client.create(deployments, deploymentOf(1));
  await clock.advance(5000);
  const usersOf = (verb: string, resource: string, subresource?: string): string[] => [
    ...new Set(
      events
        .filter((event) => event.verb === verb && event.objectRef?.resource === resource)
        .filter((event) => event.objectRef?.subresource === subresource)
        .map(({ user }) => `${user.username} ${(user.groups ?? []).join(' ')}`),
    ),
  ];
  const account = (name: string): string =>
    `system:serviceaccount:kube-system:${name} system:serviceaccounts system:serviceaccounts:kube-system system:authenticated`;
  expect(usersOf('create', 'replicasets')).toEqual([account('deployment-controller')]);
  expect(usersOf('create', 'pods')).toEqual([account('replicaset-controller')]);
  expect(usersOf('create', 'pods', 'binding')).toEqual(['system:kube-scheduler system:authenticated']);
  expect(usersOf('update', 'pods', 'status')).toEqual(['system:node:simulated system:nodes system:authenticated']);
  expect(usersOf('create', 'nodes')).toEqual(['system:node:simulated system:nodes system:authenticated']);
  expect(usersOf('create', 'serviceaccounts')).toEqual([account('service-account-controller')]);
  expect(usersOf('watch', 'replicasets')).toEqual(['system:kube-controller-manager system:authenticated']);
  expect(events.filter(({ responseStatus }) => responseStatus?.code === 403)).toEqual([]);
  await simulation.stop();
  await server.stop();
});
