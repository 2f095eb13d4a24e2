import type { BuiltInKind } from '../shared/built-in-kind.ts';
import {
  defaultWebhooks,
  webhookColumns,
  webhookConfigurationStrategy,
} from '../shared/webhooks/webhook-configuration.ts';

/** MutatingWebhookConfiguration: webhooks that change objects. */
export const mutatingWebhookConfiguration: BuiltInKind = {
  group: 'admissionregistration.k8s.io',
  kind: 'MutatingWebhookConfiguration',
  defaults: defaultWebhooks,
  strategy: webhookConfigurationStrategy,
  columns: webhookColumns,
};
