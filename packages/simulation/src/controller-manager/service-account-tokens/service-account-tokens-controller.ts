import { formatObjectKey, isConflict, isNotFound, keyOf, type ObjectKey } from '@kb/apimachinery';
import { type Secret, secrets, serviceAccounts } from '@kb/kubernetes/core/v1';
import { type Controller, type EventHandler, newController, type ReconcileClient } from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';
import {
  type AccountReference,
  accountOf,
  type Filling,
  filledSecret,
  isTokenOf,
  type LiveAccount,
  type LiveSecret,
} from './token-secrets.ts';

/** The index of token Secrets by the account that they name. */
const ACCOUNT_INDEX = 'account';

/**
 * Creates the controller that fills Secrets of the type `kubernetes.io/service-account-token` with tokens, deletes them
 * when their ServiceAccount is gone, and removes deleted ones from the `secrets` of their ServiceAccount.
 */
export function serviceAccountTokensController(filling: Filling): Controller {
  /** The accounts of deleted Secrets, until they no longer refer to them. */
  const deleted = new Map<string, AccountReference>();
  const whenSecretChanges: EventHandler<Secret> = {
    create: ({ object }, queue) => {
      if (accountOf(object)) queue.add(keyOf(object));
    },
    update: ({ object }, queue) => {
      if (accountOf(object)) queue.add(keyOf(object));
    },
    delete: ({ object }, queue) => {
      const account = accountOf(object);
      if (!account) return;
      deleted.set(formatObjectKey(keyOf(object)), account);
      queue.add(keyOf(object));
    },
  };
  return newController()
    .named('serviceaccount-token-controller')
    .indexes(secrets, ACCOUNT_INDEX, (secret) => {
      const account = accountOf(secret);
      return account ? [formatObjectKey({ ...keyOf(secret), name: account.name })] : [];
    })
    .watches(secrets, whenSecretChanges)
    .watches(serviceAccounts, {
      delete: ({ object }, queue, { cached }) => {
        for (const secret of cached(secrets).byIndex(ACCOUNT_INDEX, formatObjectKey(keyOf(object))))
          if (isTokenOf(secret, object)) queue.add(keyOf(secret));
      },
    })
    .withOptions(optionsOf('kube-controller-manager', 5))
    .reconcile(async ({ key, client }) => {
      const id = formatObjectKey(key);
      const former = deleted.get(id);
      if (former) {
        await removeReference(client, key, former);
        if (deleted.get(id) === former) deleted.delete(id);
      }
      const secret = client.cached(secrets).get(key);
      if (secret) await syncSecret(client, secret, filling);
    });
}

async function syncSecret(client: ReconcileClient, secret: LiveSecret, filling: Filling): Promise<void> {
  const reference = accountOf(secret);
  if (!reference) return;
  const account = await liveAccount(client, secret, reference);
  if (!account) {
    const { uid } = secret.metadata;
    await unlessOvertaken(client.delete(secrets, keyOf(secret), { preconditions: { uid } }));
    return;
  }
  if (!filledSecret(secret, account, filling)) return;
  const live = await client.get(secrets, keyOf(secret));
  // A newer state will come, and be filled then.
  if (live.metadata.resourceVersion !== secret.metadata.resourceVersion) return;
  const filled = filledSecret(live, account, filling);
  if (filled) await unlessOvertaken(client.update(secrets, filled));
}

/** Returns the account that a Secret names; undefined if there is none with its uid. */
async function liveAccount(
  client: ReconcileClient,
  secret: LiveSecret,
  { name, uid }: AccountReference,
): Promise<LiveAccount | undefined> {
  const key = { ...keyOf(secret), name };
  const isWanted = (account: LiveAccount): boolean => uid === '' || account.metadata.uid === uid;
  const cached = client.cached(serviceAccounts).get(key);
  if (cached && isWanted(cached)) return cached;
  try {
    // The account may be newer than the cache.
    const live = await client.get(serviceAccounts, key);
    return isWanted(live) ? live : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Removes a deleted Secret from the `secrets` of its account. */
async function removeReference(
  client: ReconcileClient,
  key: ObjectKey,
  { name, uid }: AccountReference,
): Promise<void> {
  const accountKey = { ...key, name };
  const cached = client.cached(serviceAccounts).get(accountKey);
  if (!cached || (uid !== '' && cached.metadata.uid !== uid)) return;
  try {
    const account = await client.get(serviceAccounts, accountKey);
    const references = account.secrets ?? [];
    if ((uid !== '' && account.metadata.uid !== uid) || !references.some((one) => one.name === key.name)) return;
    await client.update(serviceAccounts, {
      ...account,
      secrets: references.filter((one) => one.name !== key.name),
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Waits for a write. Nothing is left to do if the object has changed or is gone: its event comes. */
async function unlessOvertaken(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}
