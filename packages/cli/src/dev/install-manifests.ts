import type { ApplyMetadata } from '@kb/apimachinery';
import { type Client, createRestMapper } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { CliError } from '../cli-error.ts';
import type { Manifest } from '../manifests/manifests.ts';

/**
 * Applies manifests in order; resolves when CustomResourceDefinitions among them are served. Namespaced objects without
 * a namespace go to `default`. Throws a CliError for what the API server refuses.
 */
export async function installManifests(client: Client, manifests: readonly Manifest[]): Promise<void> {
  const mapper = createRestMapper(client);
  for (const { file, object } of manifests) {
    const [version = '', group = ''] = object.apiVersion.split('/').toReversed();
    const { name = '', namespace = 'default' } = object.metadata;
    try {
      const resource = await mapper.resourceFor({ group, version, kind: object.kind });
      const placed = { ...object.metadata, name, ...(resource.namespaced ? { namespace } : {}) };
      // The server refuses invalid objects, not this code.
      const metadata = placed as ApplyMetadata;
      await client.apply(resource, { ...object, metadata }, { fieldValidation: 'Strict' });
    } catch (error) {
      throw new CliError('KB_MANIFEST_REFUSED', `${file}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    if (object.kind === 'CustomResourceDefinition') await established(client, name);
  }
}

/** The timeout for a definition to be served, in seconds; generous, because the API server may be busy. */
const PATIENCE = 60;

async function established(client: Client, name: string): Promise<void> {
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
