import { type ApplyMetadata, defineResource, isNotFound, type Resource } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { type CustomResourceDefinition, customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import type { Eventually } from './eventually.ts';
import type { CrdManifest } from './manifests/read-crds.ts';

/**
 * Creates CRDs or updates existing ones. Resolves when every served version of each can be listed. Rejects with the
 * API server's error for an invalid one.
 */
export async function installCrds(client: Client, crds: readonly CrdManifest[], eventually: Eventually): Promise<void> {
  for (const crd of crds) {
    const { name } = crd.metadata;
    if (!name) throw new TypeError('a CustomResourceDefinition needs a metadata.name');
    // The server validates the content of the file.
    const metadata = { ...crd.metadata, name } as ApplyMetadata;
    await client.apply(customResourceDefinitions, { ...crd, metadata }, { fieldManager: 'kb-test' });
  }
  for (const resource of crds.flatMap(resourcesOf)) {
    await eventually(() => client.list(resource, { limit: 1 }));
  }
}

/**
 * The CRDs whose kinds the API server does not serve. Rejects when it serves one without a version that the CRD has.
 */
export async function missingCrds(client: Client, crds: readonly CrdManifest[]): Promise<CrdManifest[]> {
  const missing: CrdManifest[] = [];
  for (const crd of crds) {
    const name = crd.metadata.name ?? '';
    const there = await client.get(customResourceDefinitions, name).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    if (there === undefined) missing.push(crd);
    else checkVersions(crd, there);
  }
  return missing;
}

/** Throws when the server lacks a version of the CRD: a test does not change kinds of other projects. */
function checkVersions({ metadata, spec }: CrdManifest, there: CustomResourceDefinition): void {
  const served = there.spec.versions.filter((version) => version.served).map((version) => version.name);
  const lacking = spec.versions.find((version) => version.served && !served.includes(version.name));
  if (lacking === undefined) return;
  throw new Error(
    `the control plane has ${metadata.name} without ${lacking.name} (it serves ${served.join(', ')}), and it belongs to another project: import it from there again`,
  );
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
