import type { JsonObject } from '@kb/apimachinery';
import { type ApiObject, at, type FrozenObject, objectsIn, own, stringOf } from '../../objects/api-object.ts';

const ANNOTATION = 'kubernetes.io/enforce-mountable-secrets';
/** What Go's `strconv.ParseBool` reads as true. */
const yes = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);

/** Whether Pods of an account may use only the secrets that it lists. */
export function limitsSecrets({ metadata }: FrozenObject): boolean {
  return yes.has(metadata.annotations?.[ANNOTATION] ?? '');
}

/** Returns why a Pod uses a secret that its account does not list; undefined if it uses none. */
export function unlistedSecret({ spec }: ApiObject, account: FrozenObject): string | undefined {
  const secrets = namesIn(account.secrets);
  const why = `service account ${account.metadata.name ?? ''} does not reference that`;
  for (const { secret } of objectsIn(own(spec, 'volumes'))) {
    const name = stringOf(own(secret, 'secretName'));
    if (secret !== undefined && !secrets.has(name))
      return `volume with secret.secretName="${name}" is not allowed because ${why} secret`;
  }
  const ofContainer =
    unlistedIn('init container', own(spec, 'initContainers'), account) ??
    unlistedIn('container', own(spec, 'containers'), account);
  if (ofContainer !== undefined) return ofContainer;
  const pullSecrets = namesIn(account.imagePullSecrets);
  const index = objectsIn(own(spec, 'imagePullSecrets')).findIndex(({ name }) => !pullSecrets.has(stringOf(name)));
  if (index === -1) return undefined;
  const name = stringOf(objectsIn(own(spec, 'imagePullSecrets'))[index]?.name);
  return `imagePullSecrets[${index}].name="${name}" is not allowed because ${why} imagePullSecret`;
}

/** The same for the ephemeral containers of a Pod alone. */
export function unlistedInEphemeral({ spec }: ApiObject, account: FrozenObject): string | undefined {
  return unlistedIn('ephemeral container', own(spec, 'ephemeralContainers'), account);
}

function unlistedIn(title: string, containers: unknown, account: FrozenObject): string | undefined {
  const secrets = namesIn(account.secrets);
  for (const container of objectsIn(containers)) {
    for (const { envName, secret } of secretsOf(container)) {
      if (secrets.has(secret)) continue;
      const what = envName === undefined ? 'envFrom' : `envVar ${envName}`;
      return `${title} ${stringOf(container.name)} with ${what} referencing secret.secretName="${secret}" is not allowed because service account ${account.metadata.name ?? ''} does not reference that secret`;
    }
  }
  return undefined;
}

/** The secrets in the environment of a container, single variables first. */
function secretsOf({ env, envFrom }: JsonObject): { readonly envName?: string; readonly secret: string }[] {
  return [
    ...objectsIn(env).flatMap((variable) => {
      const ref = at(variable, 'valueFrom', 'secretKeyRef');
      return ref === undefined ? [] : [{ envName: stringOf(variable.name), secret: stringOf(own(ref, 'name')) }];
    }),
    ...objectsIn(envFrom).flatMap(({ secretRef }) =>
      secretRef === undefined ? [] : [{ secret: stringOf(own(secretRef, 'name')) }],
    ),
  ];
}

function namesIn(references: unknown): Set<string> {
  return new Set(objectsIn(references).map(({ name }) => stringOf(name)));
}

/** Where the sources of volumes name their secret. */
const secretFields: readonly (readonly [source: string, ...path: string[]])[] = [
  ['azureFile', 'secretName'],
  ['secret', 'secretName'],
  ['csi', 'nodePublishSecretRef', 'name'],
  ...['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'].map(
    (source) => [source, 'secretRef', 'name'] as const,
  ),
];

/** Whether a Pod uses any secret. */
export function usesSecrets({ spec }: ApiObject): boolean {
  const containers = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
    objectsIn(own(spec, list)),
  );
  const names = [
    ...namesIn(own(spec, 'imagePullSecrets')),
    ...containers.flatMap((container) => secretsOf(container).map(({ secret }) => secret)),
    ...objectsIn(own(spec, 'volumes')).flatMap((volume) => [
      ...secretFields.map((path) => stringOf(at(volume, ...path))),
      ...objectsIn(at(volume, 'projected', 'sources')).map((source) => stringOf(at(source, 'secret', 'name'))),
    ]),
  ];
  return names.some((name) => name !== '');
}
