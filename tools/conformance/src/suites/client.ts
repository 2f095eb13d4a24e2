import { systemClock } from '@kb/client';
import { namespaces } from '@kb/kubernetes/core/v1';
import { runCases, type Suite } from '../suite.ts';
import { applyCases } from '../client/apply-cases.ts';
import type { ClientCase } from '../client/client-case.ts';
import { deleteCases } from '../client/delete-cases.ts';
import { discoveryCases } from '../client/discovery-cases.ts';
import { listCases } from '../client/list-cases.ts';
import { objectCases } from '../client/object-cases.ts';
import { patchCases } from '../client/patch-cases.ts';
import { subresourceCases } from '../client/subresource-cases.ts';
import { watchCases } from '../client/watch-cases.ts';

/** The cases of all verbs. */
const clientCases: readonly ClientCase[] = [
  ...objectCases,
  ...listCases,
  ...watchCases,
  ...patchCases,
  ...applyCases,
  ...subresourceCases,
  ...deleteCases,
  ...discoveryCases,
];

/** Tests the client, verb by verb. */
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
