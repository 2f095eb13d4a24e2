import { type ApiObject, type FrozenObject, objectsIn } from '../../../objects/api-object.ts';
import { nameAndAge } from '../../../tables/columns.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { genericStrategy } from '../../shared/generic-strategy.ts';

/** ServiceAccount: the identity of a pod for the API server. */
export const serviceAccount: BuiltInKind = {
  group: '',
  kind: 'ServiceAccount',
  strategy: {
    ...genericStrategy,
    returnsDeletedObject: true,
    prepareForCreate: nameSecretsOnly,
    prepareForUpdate: nameSecretsOnly,
    warnings: warnOfMountableSecrets,
  },
  subresources: { token: { handler: 'token' } },
  columns: nameAndAge,
};

const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets';

/** Warns of the annotation that limits the secrets of an account's Pods, when it is set. */
function warnOfMountableSecrets({ metadata }: ApiObject, old: FrozenObject | undefined): string[] {
  if (metadata.annotations?.[MOUNTABLE] === undefined || old?.metadata.annotations?.[MOUNTABLE] !== undefined)
    return [];
  const advice = 'deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets';
  return [`metadata.annotations[${MOUNTABLE}]: ${advice}`];
}

/** Keeps only the names of a ServiceAccount's secrets. */
function nameSecretsOnly(account: ApiObject): void {
  if (!Array.isArray(account.secrets)) return;
  account.secrets = objectsIn(account.secrets).map(({ name = '' }) => (name === '' ? {} : { name }));
}
