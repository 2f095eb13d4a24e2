import type { BuiltInKind } from '../shared/built-in-kind.ts';
import {
  defaultWebhooks,
  webhookColumns,
  webhookConfigurationStrategy,
} from '../shared/webhooks/webhook-configuration.ts';

/** ValidatingWebhookConfiguration: webhooks that refuse objects. */
export const validatingWebhookConfiguration: BuiltInKind = {
  group: 'admissionregistration.k8s.io',
  kind: 'ValidatingWebhookConfiguration',
  defaults: defaultWebhooks,
  strategy: webhookConfigurationStrategy,
  columns: webhookColumns,
};
