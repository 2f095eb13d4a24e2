import type { Client } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { CliError } from '../cli-error.ts';

/** The timeout for a definition to be served, in seconds; generous, because the API server may be busy. */
const PATIENCE = 60;

/**
 * Resolves when the API server serves a CustomResourceDefinition. Throws a CliError if its names are taken, or if that
 * takes too long.
 */
export async function untilEstablished(client: Client, name: string): Promise<void> {
  const events = client.watch(customResourceDefinitions, {
    fieldSelector: `metadata.name=${name}`,
    timeoutSeconds: PATIENCE,
  });
  for await (const { type, object } of events) {
    if (type === 'BOOKMARK') continue;
    const conditions = object.status?.conditions ?? [];
    if (conditions.some((condition) => condition.type === 'Established' && condition.status === 'True')) return;
    const refused = conditions.find((condition) => condition.type === 'NamesAccepted' && condition.status === 'False');
    if (refused) throw new CliError('KB_CRD_REFUSED', `${name}: ${refused.message}`);
  }
  throw new CliError('KB_CRD_REFUSED', `${name} was not established within ${PATIENCE} s`);
}
