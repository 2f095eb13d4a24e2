import { defineResource, type Resource } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import type { Eventually } from './eventually.ts';
import type { CrdManifest } from './read-crds.ts';

/** Installs CRDs, or brings those that are there up to date; resolves when every served version of each can be listed. Rejects with what the API server says of a bad one. */
export async function installCrds(client: Client, crds: readonly CrdManifest[], eventually: Eventually): Promise<void> {
  for (const crd of crds) {
    const { name } = crd.metadata;
    if (!name) throw new TypeError('a CustomResourceDefinition needs a metadata.name');
    // A manifest is applied as it was read: the API server checks what the apply type would.
    await client.apply(customResourceDefinitions, { ...crd, metadata: { ...crd.metadata, name } } as never, {
      fieldManager: 'kb-test',
    });
  }
  for (const resource of crds.flatMap(resourcesOf)) {
    await eventually(() => client.list(resource, { limit: 1 }));
  }
}

/** The handles of the versions that a CRD serves. */
function resourcesOf({ spec }: CrdManifest): Resource[] {
  const { group, names, scope, versions } = spec;
  return versions
    .filter((version) => version.served)
    .map((version) =>
      defineResource({
        group,
        version: version.name,
        kind: names.kind,
        plural: names.plural,
        namespaced: scope === 'Namespaced',
      }),
    );
}
