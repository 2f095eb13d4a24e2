import { readFileSync } from 'node:fs';
import { createVirtualClock, type HttpBody, type Transport, type VirtualClock } from '@kb/apimachinery';
import { createApiServer, type ApiServerOptions } from '@kb/apiserver';
import { type Client, createClient } from '@kb/client';
import { clusterRoles, type PolicyRule } from '@kb/kubernetes/rbac/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { runSimulation, type Simulation } from '../../simulation.ts';
import { clusterRoleAggregationController } from './cluster-role-aggregation-controller.ts';

let simulation: Simulation | undefined;

afterEach(async () => {
  await simulation?.stop();
  simulation = undefined;
});

interface Running {
  readonly client: Client;
  readonly clock: VirtualClock;
  /** What the controller sent, without queries. */
  readonly requests: string[];
  readonly failures: string[];
  rulesOf(name: string): Promise<PolicyRule[] | undefined>;
}

/** Replaces a text in all answers of the server. */
function rewriting(transport: Transport, from: string, to: string): Transport {
  async function* rewrite(body: HttpBody): AsyncGenerator<Uint8Array> {
    for await (const chunk of body instanceof Uint8Array ? [body] : body)
      yield Buffer.from(Buffer.from(chunk).toString().replaceAll(from, to));
  }
  return {
    send: async (request, signal) => {
      const response = await transport.send(request, signal);
      return { ...response, body: rewrite(response.body) };
    },
  };
}

async function start(
  options: Omit<ApiServerOptions, 'clock'> = {},
  intercept = (transport: Transport): Transport => transport,
): Promise<Running> {
  const clock = createVirtualClock();
  const server = createApiServer({ clock, ...options });
  const requests: string[] = [];
  const failures: string[] = [];
  const transport: Transport = {
    send: (request, signal) => {
      requests.push(`${request.method} ${request.path.replace(/\?.*/, '')}`);
      return server.transport.send(request, signal);
    },
  };
  const onError = ({ error }: { error: unknown }): void => {
    failures.push(String(error));
  };
  simulation = runSimulation({ transport: intercept(transport), clock, onError }, () => [
    clusterRoleAggregationController(),
  ]);
  await clock.advance(1000);
  const client = createClient({ transport: server.transport, clock, fieldManager: 'test' });
  const rulesOf = async (name: string): Promise<PolicyRule[] | undefined> =>
    (await client.get(clusterRoles, { name })).rules;
  return { client, clock, requests, failures, rulesOf };
}

const read = (...resources: string[]): PolicyRule => ({ apiGroups: [''], resources, verbs: ['get'] });
const role = (name: string, rules: PolicyRule[], labels: Record<string, string> = { to: 'all' }) => ({
  metadata: { name, labels },
  rules,
});
const gathering = (...clusterRoleSelectors: object[]) => ({
  metadata: { name: 'all' },
  aggregationRule: { clusterRoleSelectors },
});
const writes = ({ requests }: Running): string[] => requests.filter((request) => !request.startsWith('GET '));

describe('the controller that aggregates ClusterRoles', () => {
  test('gathers the rules of the default roles as kube-controller-manager does', async () => {
    const running = await start({ authorizationMode: 'RBAC' });
    const recorded = JSON.parse(
      readFileSync(new URL('testdata/default-roles.json', import.meta.url), 'utf8'),
    ) as Readonly<Record<string, unknown>>;
    expect(Object.keys(recorded)).toEqual(['admin', 'edit', 'view']);
    for (const [name, rules] of Object.entries(recorded)) expect(await running.rulesOf(name)).toEqual(rules);
    expect(running.failures).toEqual([]);
    running.requests.length = 0;
    await running.clock.advance(60_000);
    expect(writes(running)).toEqual([]);
  });

  test('sends one list and one watch when no role gathers others', async () => {
    const running = await start();
    await running.client.create(clusterRoles, role('a', [read('pods')]));
    await running.clock.advance(1000);
    expect(new Set(running.requests)).toEqual(new Set(['GET /apis/rbac.authorization.k8s.io/v1/clusterroles']));
    expect(running.requests.length).toBeLessThanOrEqual(2);
  });

  test('writes only when a role that is gathered changes', async () => {
    const running = await start();
    const { client, clock } = running;
    await client.create(clusterRoles, gathering({ matchLabels: { to: 'all' } }));
    await client.create(clusterRoles, role('a', [read('pods'), read('pods')]));
    await clock.advance(100);
    expect(await running.rulesOf('all')).toEqual([read('pods')]);
    running.requests.length = 0;
    await client.create(clusterRoles, role('b', [read('nodes')], { to: 'none' }));
    await client.create(clusterRoles, role('c', [read('pods')]));
    await client.patch(clusterRoles, { name: 'a' }, { type: 'merge', value: { metadata: { labels: { more: 'x' } } } });
    await clock.advance(100);
    expect(writes(running)).toEqual([]);
    await client.patch(clusterRoles, { name: 'b' }, { type: 'merge', value: { metadata: { labels: { to: 'all' } } } });
    await clock.advance(100);
    expect(writes(running)).toEqual(['PATCH /apis/rbac.authorization.k8s.io/v1/clusterroles/all']);
    expect(await running.rulesOf('all')).toEqual([read('pods'), read('nodes')]);
    await client.patch(clusterRoles, { name: 'b' }, { type: 'merge', value: { metadata: { labels: { to: 'none' } } } });
    await clock.advance(100);
    expect(await running.rulesOf('all')).toEqual([read('pods')]);
  });

  test('gathers many roles by few writes', async () => {
    const running = await start();
    const { client, clock } = running;
    await client.create(clusterRoles, gathering({ matchLabels: { to: 'all' } }));
    const count = 1000;
    for (let index = 0; index < count; index += 1)
      await client.create(clusterRoles, role(`r${index}`, [read(`x${index}`)]));
    await clock.advance(500);
    expect(await running.rulesOf('all')).toHaveLength(count);
    const large = writes(running).length;
    // The first ones are written at once; later ones together.
    expect(large).toBeLessThan(count / 4);
    await client.create(clusterRoles, role('last', [read('last')]));
    await clock.advance(500);
    expect(await running.rulesOf('all')).toHaveLength(count + 1);
    expect(writes(running)).toHaveLength(large + 1);
  });

  test('reports an invalid selector, and continues when it is corrected', async () => {
    // Servers refuse them, but may hold some from before they did.
    const running = await start({}, (transport) => rewriting(transport, '"Exists"', '"Near"'));
    const { client, clock } = running;
    await client.create(clusterRoles, gathering({ matchExpressions: [{ key: 'to', operator: 'Exists' }] }));
    await client.create(clusterRoles, role('a', [read('pods')]));
    await clock.advance(1000);
    expect(new Set(running.failures)).toEqual(
      new Set(['SelectorError: "Near" is not a valid label selector operator']),
    );
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { to: 'all' } }] };
    await client.patch(clusterRoles, { name: 'all' }, { type: 'merge', value: { aggregationRule } });
    await clock.advance(1000);
    expect(await running.rulesOf('all')).toEqual([read('pods')]);
  });
});
