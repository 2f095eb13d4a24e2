import { namespaces } from '@kb/kubernetes/core/v1';
import { installManifests, type Manifest } from '@kb/cli/dev';
import {
  clientNodeCases,
  configOf,
  widgetDefinitionOfCases,
} from '../../../../packages/apiserver/src/test-support/client-node/index.ts';
import { runCases, type Suite } from '../suite.ts';

/** Runs @kubernetes/client-node's classes: the same cases as in the tests of @kb/apiserver. */
export const clientNodeSuite: Suite = {
  name: 'client-node',
  workloads: false,
  async run({ client, kubeconfig }) {
    const object = widgetDefinitionOfCases() as Manifest['object'];
    await installManifests(client, [{ file: 'widgets', object }]);
    const config = configOf(kubeconfig);
    return runCases(
      clientNodeCases,
      ({ name }) => name,
      async (one) => {
        const { metadata } = await client.create(namespaces, { metadata: { generateName: 'client-node-' } });
        await one.run({ config, namespace: metadata.name });
      },
    );
  },
};
