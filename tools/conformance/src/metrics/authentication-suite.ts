import assert from 'node:assert/strict';
import { type Client, systemClock, systemRandom } from '@kb/client';
import { subjectAccessReviews } from '@kb/kubernetes/authorization/v1';
import { namespaces, serviceAccounts } from '@kb/kubernetes/core/v1';
import { clusterRoleBindings, clusterRoles } from '@kb/kubernetes/rbac/v1';
import { createMetricsRegistry, createMetricsServer, withAuthenticationAndAuthorization } from '@kb/runtime/metrics';
import { textResponse } from '@kb/runtime/serving';
import { PATIENCE } from '../patience.ts';
import { runCases, type Suite } from '../suite.ts';
import type { Target } from '../targets/target.ts';

/** Requests a path of the metrics server with a token. */
type Ask = (path: string, token?: string) => Promise<string>;

/** Tokens of two service accounts: `reader` may read /metrics, `stranger` may not. */
interface Tokens {
  readonly reader: string;
  readonly stranger: string;
}

interface Case {
  readonly name: string;
  /** It needs RBAC. The embedded server has none: every token may do everything. */
  readonly roles?: true;
  run(ask: Ask, tokens: Tokens): Promise<void>;
}

const cases: readonly Case[] = [
  {
    name: 'without a token nobody is let in, at an extra handler neither',
    run: async (ask) => {
      assert.equal(await ask('/metrics'), '401 Unauthorized\n');
      assert.equal(await ask('/debug'), '401 Unauthorized\n');
    },
  },
  {
    name: 'a token that the API server does not know is not let in',
    run: async (ask) => assert.equal(await ask('/metrics', 'made-up'), '401 Unauthorized\n'),
  },
  {
    name: 'who may get /metrics is let in',
    run: async (ask, { reader }) => assert.match(await ask('/metrics', reader), /^200 # HELP up /),
  },
  {
    name: 'who may not is refused by name',
    roles: true,
    run: async (ask, { stranger }) =>
      assert.match(
        await ask('/metrics', stranger),
        /^403 Authorization denied for user system:serviceaccount:metrics-auth-\w+:stranger\n$/,
      ),
  },
  {
    name: 'the right to /metrics is none to another path',
    roles: true,
    run: async (ask, { reader }) => assert.match(await ask('/debug', reader), /^403 Authorization denied for user /),
  },
];

/** Tests the authentication of the metrics server, which uses the API server's TokenReview and SubjectAccessReview. */
export const metricsAuthenticationSuite: Suite = {
  name: "metrics server's authentication",
  workloads: false,
  async run(target) {
    const registry = createMetricsRegistry();
    registry.gauge({ name: 'up', help: 'Here.' }).with().set(1);
    const server = createMetricsServer({
      address: '127.0.0.1:0',
      registry,
      clock: systemClock,
      extraHandlers: { '/debug': () => textResponse(200, 'debug') },
      filter: withAuthenticationAndAuthorization({ client: target.client, clock: systemClock, random: systemRandom }),
    });
    const stop = new AbortController();
    const running = server.start(stop.signal);
    try {
      const { url } = await server.listening;
      const tokens = await makeTokens(target);
      const ask: Ask = async (path, token) => {
        const response = await fetch(
          `${url}${path}`,
          token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
        );
        return `${response.status} ${await response.text()}`;
      };
      return await runCases(
        cases.filter(({ roles }) => target.real || !roles),
        ({ name }) => name,
        (one) => one.run(ask, tokens),
      );
    } finally {
      stop.abort();
      await running;
    }
  },
};

/**
 * Waits until the API server allows it: new roles take effect a little later, and the metrics server would cache a
 * refusal for half a minute.
 */
async function untilAllowed(client: Client, user: string): Promise<void> {
  const spec = { user, nonResourceAttributes: { path: '/metrics', verb: 'get' } };
  for (let tries = 0; tries < PATIENCE / 100; tries += 1) {
    const { status } = await client.create(subjectAccessReviews, { metadata: {}, spec });
    if (status?.allowed) return;
    await systemClock.sleep(100);
  }
  throw new Error(`${user} is still not allowed to get /metrics`);
}

async function makeTokens({ client }: Target): Promise<Tokens> {
  const { metadata } = await client.create(namespaces, { metadata: { generateName: 'metrics-auth-' } });
  const { name: namespace } = metadata;
  const tokenOf = async (name: string): Promise<string> => {
    await client.create(serviceAccounts, { metadata: { name, namespace } });
    const { status } = await client
      .subresource(serviceAccounts, 'token')
      .create({ name, namespace }, { spec: { audiences: [], expirationSeconds: 3600 } });
    assert.ok(status.token);
    return status.token;
  };
  await client.create(clusterRoles, {
    metadata: { name: namespace },
    rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
  });
  await client.create(clusterRoleBindings, {
    metadata: { name: namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: namespace },
    subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace }],
  });
  const tokens = { reader: await tokenOf('reader'), stranger: await tokenOf('stranger') };
  await untilAllowed(client, `system:serviceaccount:${namespace}:reader`);
  return tokens;
}
