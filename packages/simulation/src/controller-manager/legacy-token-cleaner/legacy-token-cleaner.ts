import { formatTime, isConflict, isNotFound, keyOf, parseTime } from '@kb/apimachinery';
import { configMaps, pods, secrets, serviceAccounts } from '@kb/kubernetes/core/v1';
import { type Controller, newController, type ReconcileClient } from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import { atStart } from '../../shared/at-start.ts';
import { optionsOf } from '../../simulation.ts';
import { accountOf, isTokenOf, type LiveSecret } from '../service-account-tokens/token-secrets.ts';

type Volume = NonNullable<LivePod['spec']['volumes']>[number];

const LAST_USED = 'kubernetes.io/legacy-token-last-used';
const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since';
/** Where the API server says since when it notes the use of tokens. */
const tracking = { namespace: 'kube-system', name: 'kube-apiserver-legacy-service-account-token-tracking' };
const DAY_MS = 24 * 3600 * 1000;
/** How long a token may stay unused, and then invalid. */
const UNUSED_MS = 365 * DAY_MS;
const PERIOD_MS = DAY_MS;

/**
 * Creates the controller that removes the tokens that Kubernetes once generated for each ServiceAccount, in Secrets to
 * which their account refers: one that was not used for a year is marked invalid, and removed after another year. It
 * looks once a day.
 */
export function legacyTokenCleaner(): Controller {
  return newController()
    .named('legacy-serviceaccount-token-cleaner')
    .watchesRawSource(atStart([tracking]))
    .reads(secrets)
    .reads(serviceAccounts)
    .reads(pods)
    .withOptions(optionsOf('kube-controller-manager', 1))
    .reconcile(async ({ client, now }) => {
      const time = now();
      if (await isTrackedLongEnough(client, time)) await clean(client, time);
      return { requeueAfter: PERIOD_MS };
    });
}

/** Whether the use of tokens has been noted for so long that an unused token can be distinguished from a used one. */
async function isTrackedLongEnough(client: ReconcileClient, now: number): Promise<boolean> {
  try {
    const since = midnight((await client.get(configMaps, tracking)).data?.['since']);
    return since !== undefined && now >= since + DAY_MS + UNUSED_MS;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

async function clean(client: ReconcileClient, now: number): Promise<void> {
  const mounted = new Map<string, ReadonlySet<string>>();
  for (const secret of client.cached(secrets).list()) {
    if (!isUnused(secret, now) || !isGenerated(client, secret)) continue;
    const { namespace = '', name } = secret.metadata;
    const used = mounted.get(namespace) ?? mountedSecrets(client, namespace);
    mounted.set(namespace, used);
    if (!used.has(name)) await invalidateOrRemove(client, secret, now);
  }
}

/** Whether a token is older than a year, and was not used within the last one. */
function isUnused(secret: LiveSecret, now: number): boolean {
  const { creationTimestamp, deletionTimestamp, labels } = secret.metadata;
  const created = parseTime(creationTimestamp ?? '') ?? now;
  if (!accountOf(secret) || deletionTimestamp !== undefined || created >= now - UNUSED_MS) return false;
  const lastUsed = labels?.[LAST_USED];
  return lastUsed === undefined || (midnight(lastUsed) !== undefined && lastUsed < dayAt(now - UNUSED_MS));
}

/** Whether the account of a token refers to its Secret. Users make Secrets without such a reference. */
function isGenerated(client: ReconcileClient, secret: LiveSecret): boolean {
  const account = client.cached(serviceAccounts).get({ ...keyOf(secret), name: accountOf(secret)?.name ?? '' });
  if (!account || !isTokenOf(secret, account)) return false;
  return (account.secrets ?? []).some(({ name }) => name === secret.metadata.name);
}

/** The names of all Secrets that the Pods of a namespace use. */
function mountedSecrets(client: ReconcileClient, namespace: string): ReadonlySet<string> {
  return new Set(
    client
      .cached(pods)
      .list({ namespace })
      .flatMap((pod: LivePod) => secretsOfPod(pod)),
  );
}

async function invalidateOrRemove(client: ReconcileClient, secret: LiveSecret, now: number): Promise<void> {
  const { uid, resourceVersion, labels } = secret.metadata;
  const invalidSince = labels?.[INVALID_SINCE];
  if (invalidSince === undefined || midnight(invalidSince) === undefined) {
    const value = { metadata: { uid, labels: { [INVALID_SINCE]: dayAt(now) } } };
    await unlessOvertaken(client.patch(secrets, keyOf(secret), { type: 'merge', value }));
  } else if (invalidSince < dayAt(now - UNUSED_MS)) {
    await unlessOvertaken(client.delete(secrets, keyOf(secret), { preconditions: { resourceVersion } }));
  }
}

/** Waits for a write. A Secret that has changed is looked at again the next day. */
async function unlessOvertaken(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}

const dayAt = (time: number): string => formatTime(time).slice(0, 'yyyy-mm-dd'.length);

/** Returns the start of a day such as `2026-01-31`; undefined for any other text. */
function midnight(day: string | undefined): number | undefined {
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? parseTime(`${day}T00:00:00Z`) : undefined;
}

/** The names of the Secrets that a Pod uses: to pull images, in variables, and in volumes. */
function secretsOfPod({ spec }: LivePod): readonly string[] {
  const containers = [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])];
  const names = [
    ...(spec.imagePullSecrets ?? []).map(({ name }) => name),
    ...containers.flatMap(({ env = [], envFrom = [] }) => [
      ...envFrom.map(({ secretRef }) => secretRef?.name),
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
    ]),
    ...(spec.volumes ?? []).flatMap(secretsOfVolume),
  ];
  return names.filter((name): name is string => name !== undefined && name !== '');
}

function secretsOfVolume(volume: Volume): readonly (string | undefined)[] {
  const { secret, projected, csi, azureFile, cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos } = volume;
  return [
    secret?.secretName,
    azureFile?.secretName,
    csi?.nodePublishSecretRef?.name,
    ...[cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos].map((source) => source?.secretRef?.name),
    ...(projected?.sources ?? []).map((source) => source.secret?.name),
  ];
}
