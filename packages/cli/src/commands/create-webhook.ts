import { defineCommand } from '../command-line/command.ts';
import { webhookFlags } from '../create-webhook/webhook-flags.ts';

/** `kb create webhook`. The generator is loaded only if it runs. */
export const command = defineCommand({
  flags: webhookFlags,
  async run(values, context) {
    const { readWebhookRequest } = await import('../create-webhook/webhook-request.ts');
    const request = readWebhookRequest(values);
    const { force = false, yes = false } = values;
    const { createWebhook } = await import('../create-webhook/create-webhook.ts');
    return createWebhook(request, { dryRun: values['dry-run'] ?? false, force, yes }, context);
  },
});
