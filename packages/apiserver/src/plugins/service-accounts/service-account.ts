import { genericError, type JsonValue } from '@kb/apimachinery';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import {
  type ApiObject,
  at,
  ensureObject,
  type FrozenObject,
  objectsIn,
  own,
  stringOf,
} from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { forbid } from '../shared/forbid.ts';
import { limitsSecrets, unlistedInEphemeral, unlistedSecret, usesSecrets } from './mountable-secrets.ts';
import { mountToken, wantsToken } from './token-volume.ts';
import { waitForObject } from './wait-for-object.ts';

const DEFAULT_ACCOUNT = 'default';
const MIRROR = 'kubernetes.io/config.mirror';
/** How long a Pod waits for the default account, which a controller creates after the namespace; in milliseconds. */
const PATIENCE_MS = 1500;

/**
 * ServiceAccount: sets the account of a Pod, which must exist, mounts its token, and adds its pull secrets. A Pod that
 * is created just after its namespace waits for the default account.
 */
export function serviceAccount({
  store,
  clock,
  random,
}: Pick<ServerContext, 'store' | 'clock' | 'random'>): AdmissionPlugin {
  const accounts = store.collection('serviceaccounts');
  const find = (write: WriteAttributes): FrozenObject => {
    const name = accountNameOf(write.object);
    const found = accounts.get(write.namespace, name);
    if (found) return found.object;
    const why = `serviceaccount "${name}" not found`;
    return forbid(write, `error looking up service account ${write.namespace}/${name}: ${why}`);
  };
  return {
    name: 'ServiceAccount',
    resources: ['pods', 'pods/ephemeralcontainers'],
    mutate: (write) => {
      const { operation, object: pod, namespace, subresource } = write;
      if (operation !== 'CREATE' || subresource !== undefined) return undefined;
      if (isMirror(pod)) return judgeMirror(write);
      const spec = ensureObject(pod, 'spec');
      // The second one is the older name of the same field.
      if (accountNameOf(pod) === '')
        Object.assign(spec, { serviceAccountName: DEFAULT_ACCOUNT, serviceAccount: DEFAULT_ACCOUNT });
      const complete = (): ApiObject => {
        completePod(pod, find(write), random);
        return pod;
      };
      if (spec.serviceAccountName !== DEFAULT_ACCOUNT || accounts.get(namespace, DEFAULT_ACCOUNT)) {
        complete();
        return undefined;
      }
      const { deadline, signal } = write.caller;
      const patience = Math.min(PATIENCE_MS, Math.max(deadline - clock.now(), 0));
      return waitForObject(accounts, { namespace, name: DEFAULT_ACCOUNT }, { clock, patience, signal }).then(complete);
    },
    validate: (write) => {
      const { operation, object: pod, namespace, subresource } = write;
      if (operation === 'CREATE' && subresource === undefined && isMirror(pod)) return judgeMirror(write);
      const isJudged = subresource === undefined ? operation === 'CREATE' : operation === 'UPDATE';
      if (!isJudged) return undefined;
      if (accountNameOf(pod) === '')
        return forbid(write, `no service account specified for pod ${namespace}/${pod.metadata.name ?? ''}`);
      const account = find(write);
      if (!limitsSecrets(account)) return undefined;
      const why = subresource === undefined ? unlistedSecret(pod, account) : unlistedInEphemeral(pod, account);
      if (why === undefined) return undefined;
      return subresource === undefined ? forbid(write, why) : refuse(genericError(why));
    },
  };
}

const isMirror = ({ metadata }: ApiObject): boolean => metadata.annotations?.[MIRROR] !== undefined;

function accountNameOf({ spec }: ApiObject): string {
  return stringOf(own(spec, 'serviceAccountName'));
}

/** Refuses what the copy of a static Pod may not have. */
function judgeMirror(write: WriteAttributes): undefined {
  const pod = write.object;
  if (accountNameOf(pod) !== '') forbid(write, 'a mirror pod may not reference service accounts');
  if (usesSecrets(pod)) forbid(write, 'a mirror pod may not reference secrets');
  const projects = (volume: JsonValue): boolean =>
    objectsIn(at(volume, 'projected', 'sources')).some((source) => source.serviceAccountToken !== undefined);
  if (objectsIn(own(pod.spec, 'volumes')).some(projects))
    forbid(write, 'a mirror pod may not use ServiceAccountToken volume projections');
}

/** Gives a Pod what its account has for it. */
function completePod(pod: ApiObject, account: FrozenObject, random: ServerContext['random']): void {
  if (wantsToken(pod, account)) mountToken(pod, random);
  const spec = ensureObject(pod, 'spec');
  const pullSecrets = objectsIn(account.imagePullSecrets);
  if (objectsIn(spec.imagePullSecrets).length === 0 && pullSecrets.length > 0)
    spec.imagePullSecrets = pullSecrets.map(({ name }) => (name === undefined ? {} : { name }));
}
