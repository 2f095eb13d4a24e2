import { type ApiObject, objectsIn } from '../../../objects/api-object.ts';
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
  },
  subresources: { token: { handler: 'token' } },
  columns: nameAndAge,
};

/** Keeps only the names of a ServiceAccount's secrets. */
function nameSecretsOnly(account: ApiObject): void {
  if (!Array.isArray(account.secrets)) return;
  account.secrets = objectsIn(account.secrets).map(({ name = '' }) => (name === '' ? {} : { name }));
}
