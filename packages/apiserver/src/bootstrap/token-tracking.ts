import { type Cancel, type JsonObject, parseTime } from '@kb/apimachinery';
import { dayAt } from '../authentication/secret-tokens.ts';
import type { ServerContext } from '../context/server-context.ts';
import { at, type FrozenObject, stringOf } from '../objects/api-object.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { changeSystemObject, createSystemObject } from './system-objects.ts';

const NAMESPACE = 'kube-system';
const NAME = 'kube-apiserver-legacy-service-account-token-tracking';
/** The least time between two creations, so that servers with and without tracking do not fight. */
const BETWEEN_CREATIONS_MS = 30 * 60_000;

/**
 * Keeps the ConfigMap that says since when the use of tokens in Secrets is noted: creates it, creates it again when it
 * is deleted, and corrects its date. Returns a function that stops it.
 */
export function startTokenTracking(server: ServerContext): () => void {
  const { clock, store } = server;
  const collection = store.collection('configmaps');
  let lastCreation = -Infinity;
  let cancel: Cancel | undefined;
  const create = (): void => {
    cancel = undefined;
    if (collection.get(NAMESPACE, NAME)) return;
    lastCreation = clock.now();
    createSystemObject(server, 'configmaps', NAMESPACE, {
      metadata: { name: NAME },
      data: { since: dayAt(clock.now()) },
    });
  };
  const check = (stored: StoredObject | undefined): void => {
    if (!stored) cancel ??= clock.after(Math.max(lastCreation + BETWEEN_CREATIONS_MS - clock.now(), 0), create);
    else if (!isDate(stringOf(at(stored.object, 'data', 'since')))) {
      const data = { ...(at(stored.object, 'data') as JsonObject | undefined), since: dayAt(clock.now()) };
      changeSystemObject(server, 'configmaps', stored, { ...stored.object, data });
    }
  };
  create();
  const stop = collection.subscribe(() => check(collection.get(NAMESPACE, NAME)), { namespace: NAMESPACE, name: NAME });
  return () => {
    stop();
    cancel?.();
  };
}

/** Sets a label of a Secret, unless it has been changed since it was read. */
export function labelSecret(server: ServerContext, secret: FrozenObject, label: string, value: string): void {
  const { namespace = '', name = '' } = secret.metadata;
  const stored = server.store.collection('secrets').get(namespace, name);
  if (stored?.object !== secret) return;
  const labels = { ...secret.metadata.labels, [label]: value };
  changeSystemObject(server, 'secrets', stored, { ...secret, metadata: { ...secret.metadata, labels } });
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(`${text}T00:00:00Z`) !== undefined;
}
