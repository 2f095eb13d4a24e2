import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiServer } from './server/api-server.ts';
import type { ListeningApiServer } from './server/listening-server.ts';
import { clientNodeCases, widgetDefinitionOfCases } from './test-support/client-node/index.ts';
import { systemClock } from './test-support/system-clock.ts';

/** tools/conformance runs the same cases on a real control plane. */
describe('@kubernetes/client-node, as on a real control plane', () => {
  const config = new KubeConfig();
  let server: ListeningApiServer;

  beforeAll(async () => {
    server = await createApiServer({ clock: systemClock, crds: [widgetDefinitionOfCases()] }).listen();
    config.loadFromString(server.kubeconfig());
  });
  afterAll(() => server?.close());

  test.each(clientNodeCases.map((one, index) => ({ name: one.name, one, namespace: `case-${index}` })))(
    '$name',
    async ({ one, namespace }) => {
      const core = config.makeApiClient(CoreV1Api);
      await core.createNamespace({ body: { metadata: { name: namespace } } });
      await expect(one.run({ config, namespace })).resolves.toBeUndefined();
    },
  );
});
