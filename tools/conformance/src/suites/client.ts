import { systemClock } from '@kb/client';
import { namespaces } from '@kb/kubernetes/core/v1';
import { clientCases } from '../client/index.ts';
import { runCases, type Suite } from '../suite.ts';

/** What the client does, verb by verb. */
export const clientSuite: Suite = {
  name: 'client',
  async run({ client, transport }) {
    const { metadata } = await client.create(namespaces, { metadata: { generateName: 'client-' } });
    return runCases(
      clientCases,
      ({ name }) => name,
      (one) => one.run({ transport, clock: systemClock, namespace: metadata.name }),
    );
  },
};
