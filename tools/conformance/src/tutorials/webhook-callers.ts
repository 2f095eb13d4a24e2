import type { Client } from '@kb/client';
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '@kb/kubernetes/admissionregistration/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';

/** The name of a Service, or of another object with a namespace. */
export interface ServiceName {
  readonly namespace: string;
  readonly name: string;
}

/** Where a webhook is, in webhook configurations and in CRDs. */
export interface WebhookClientConfig {
  readonly caBundle?: string;
  readonly service?: ServiceName & { readonly port?: number };
}

/** Makes everything that calls webhooks of a Service call them at another port of it. */
export async function callAtPort(client: Client, service: ServiceName, port: number): Promise<void> {
  const calls = (config: WebhookClientConfig | undefined): boolean =>
    config?.service?.namespace === service.namespace && config.service.name === service.name;
  for (const resource of [mutatingWebhookConfigurations, validatingWebhookConfigurations]) {
    for (const { metadata, webhooks = [] } of (await client.list(resource)).items) {
      const value = webhooks.flatMap(({ clientConfig }, index) =>
        calls(clientConfig)
          ? [{ op: 'add' as const, path: `/webhooks/${index}/clientConfig/service/port`, value: port }]
          : [],
      );
      if (value.length > 0) await client.patch(resource, metadata, { type: 'json', operations: value });
    }
  }
  for (const { metadata, spec } of (await client.list(customResourceDefinitions)).items) {
    if (!calls(spec.conversion?.webhook?.clientConfig)) continue;
    const value = { spec: { conversion: { webhook: { clientConfig: { service: { port } } } } } };
    await client.patch(customResourceDefinitions, metadata, { type: 'merge', value });
  }
}
