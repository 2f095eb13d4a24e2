import { fileURLToPath } from 'node:url';
import { type Manifest, readManifests } from '@kb/cli/dev';

/** The root of this repository. */
export const repositoryRoot: string = fileURLToPath(new URL('../../../..', import.meta.url));

/** The namespace that `config/default` deploys into. */
const OPERATOR_NAMESPACE = 'appservice-system';

/** The sample operator's ServiceAccount. */
export const operatorAccount = { namespace: OPERATOR_NAMESPACE, name: 'controller-manager' };

/** Reads the sample operator's CRDs. */
export function sampleCrds(): Manifest[] {
  return readManifests(`${repositoryRoot}config/crd/bases`);
}

/** Reads the sample operator's account, role and binding, in the namespace that it is deployed into. */
export function sampleRbac(): Manifest[] {
  const namespace: Manifest = {
    file: 'the operator namespace',
    object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: OPERATOR_NAMESPACE } },
  };
  const files = ['service_account.yaml', 'role.yaml', 'role_binding.yaml'];
  const manifests = files.flatMap((file) => readManifests(`${repositoryRoot}config/rbac/${file}`));
  // Does what kustomize does for `namespace:` in config/default.
  return [
    namespace,
    ...manifests.map(({ file, object }) => ({ file, object: renamed(object, 'system', OPERATOR_NAMESPACE) })),
  ];
}

function renamed<T>(object: T, from: string, to: string): T {
  return JSON.parse(JSON.stringify(object), (key, value: unknown) =>
    key === 'namespace' && value === from ? to : value,
  ) as T;
}
