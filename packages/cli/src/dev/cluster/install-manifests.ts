import type { ApplyMetadata } from '@kb/apimachinery';
import { type Client, createRestMapper } from '@kb/client';
import { CliError } from '../../cli-error.ts';
import type { Manifest } from '../../manifests/manifests.ts';
import { untilEstablished } from '../../manifests/until-established.ts';

/**
 * Applies manifests in order; resolves when CustomResourceDefinitions among them are served. Namespaced objects without
 * a namespace go to `default`. Throws a CliError for what the API server refuses.
 */
export async function installManifests(client: Client, manifests: readonly Manifest[]): Promise<void> {
  const mapper = createRestMapper(client);
  for (const { file, object } of manifests) {
    const { name = '', namespace = 'default' } = object.metadata;
    try {
      const resource = await mapper.resourceOf(object);
      const placed = { ...object.metadata, name, ...(resource.namespaced ? { namespace } : {}) };
      // The server refuses invalid objects, not this code.
      const metadata = placed as ApplyMetadata;
      await client.apply(resource, { ...object, metadata }, { fieldValidation: 'Strict' });
    } catch (error) {
      throw new CliError('KB_MANIFEST_REFUSED', `${file}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    if (object.kind === 'CustomResourceDefinition') await untilEstablished(client, name);
  }
}
