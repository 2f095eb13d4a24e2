import { ignoreNotFound } from '@kb/apimachinery';
import type { Client, PatchOperation } from '@kb/client';
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '@kb/kubernetes/admissionregistration/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';

/** An object that tells the API server which webhooks to call. */
export interface WebhookCaller {
  readonly kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration' | 'CustomResourceDefinition';
  readonly name: string;
}

/** The Service of the webhooks. */
export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
}

/** Where webhooks are, and what verifies them. */
interface ClientConfig {
  readonly caBundle?: string;
  readonly service?: WebhookService;
}

/** The part of {@link WebhookCaller} that names webhooks. */
interface NamedWebhook {
  readonly name: string;
  readonly clientConfig: ClientConfig;
}

/** What {@link injectAuthorities} needs. */
export interface InjectionSetting {
  readonly client: Pick<Client, 'get' | 'patch'>;
  readonly service: WebhookService;
  /** PEM. */
  readonly authorities: string;
  readonly signal: AbortSignal;
}

/**
 * Writes authorities into each webhook of a Service that an object names; webhooks of other Services stay as they are.
 * Resolves with whether something was written. An object that does not exist is none that calls: it gets the
 * authorities once it exists. Rejects with the StatusError of a request that was refused.
 */
export function injectAuthorities(caller: WebhookCaller, setting: InjectionSetting): Promise<boolean> {
  switch (caller.kind) {
    case 'MutatingWebhookConfiguration':
      return injectIntoConfiguration(mutatingWebhookConfigurations, caller.name, setting);
    case 'ValidatingWebhookConfiguration':
      return injectIntoConfiguration(validatingWebhookConfigurations, caller.name, setting);
    case 'CustomResourceDefinition':
      return injectIntoDefinition(caller.name, setting);
  }
}

async function injectIntoConfiguration(
  resource: typeof mutatingWebhookConfigurations | typeof validatingWebhookConfigurations,
  name: string,
  setting: InjectionSetting,
): Promise<boolean> {
  const { client, signal } = setting;
  const found = await client.get(resource, { name }, { signal }).catch(ignoreNotFound);
  const webhooks: readonly NamedWebhook[] = found?.webhooks ?? [];
  const operations = webhooks.flatMap((webhook, index): PatchOperation[] => {
    if (!lacks(webhook.clientConfig, setting)) return [];
    const path = `/webhooks/${index}`;
    return [
      // Another client may have changed the order meanwhile.
      { op: 'test', path: `${path}/name`, value: webhook.name },
      { op: 'add', path: `${path}/clientConfig/caBundle`, value: bundleOf(setting) },
    ];
  });
  if (operations.length === 0) return false;
  await client.patch(resource, { name }, { type: 'json', operations }, { signal });
  return true;
}

async function injectIntoDefinition(name: string, setting: InjectionSetting): Promise<boolean> {
  const { client, signal } = setting;
  const found = await client.get(customResourceDefinitions, { name }, { signal }).catch(ignoreNotFound);
  const clientConfig = found?.spec.conversion?.webhook?.clientConfig;
  if (clientConfig === undefined || !lacks(clientConfig, setting)) return false;
  const value = { spec: { conversion: { webhook: { clientConfig: { caBundle: bundleOf(setting) } } } } };
  await client.patch(customResourceDefinitions, { name }, { type: 'merge', value }, { signal });
  return true;
}

function lacks({ service, caBundle }: ClientConfig, setting: InjectionSetting): boolean {
  const { namespace, name } = setting.service;
  return service?.namespace === namespace && service.name === name && caBundle !== bundleOf(setting);
}

function bundleOf({ authorities }: InjectionSetting): string {
  return Buffer.from(authorities, 'utf8').toString('base64');
}
