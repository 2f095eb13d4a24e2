import type { JsonObject, Random } from '@kb/apimachinery';
import { type ApiObject, ensureObject, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import { generatedName } from '../../pipelines/new-metadata.ts';

const VOLUME_PREFIX = 'kube-api-access-';
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
/** An hour and seven seconds, by which kube-apiserver recognizes the tokens that it mounts itself. */
const EXPIRATION_SECONDS = 3607;

/** Mounts a token of its account, the certificates of the server and the namespace in each container of a Pod. */
export function mountToken(pod: ApiObject, random: Random): void {
  const spec = ensureObject(pod, 'spec');
  const volumes = objectsIn(spec.volumes);
  const present = volumes.map(({ name }) => stringOf(name)).find((name) => name.startsWith(VOLUME_PREFIX));
  const name = present ?? generatedName(VOLUME_PREFIX, random);
  const containers = [...objectsIn(spec.initContainers), ...objectsIn(spec.containers)].filter(
    (container) => !objectsIn(container.volumeMounts).some(({ mountPath }) => mountPath === MOUNT_PATH),
  );
  for (const container of containers)
    container.volumeMounts = [...objectsIn(container.volumeMounts), { name, readOnly: true, mountPath: MOUNT_PATH }];
  if (present === undefined && containers.length > 0) spec.volumes = [...volumes, { name, projected: tokenSource() }];
}

function tokenSource(): JsonObject {
  return {
    sources: [
      { serviceAccountToken: { expirationSeconds: EXPIRATION_SECONDS, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 0o644,
  };
}

/** Whether a Pod gets a token: what it says itself wins over its account. */
export function wantsToken(pod: ApiObject, account: unknown): boolean {
  const wanted = own(pod.spec, 'automountServiceAccountToken') ?? own(account, 'automountServiceAccountToken');
  return wanted !== false;
}
