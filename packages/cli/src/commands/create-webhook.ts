import { defineCommand } from '../command-line/command.ts';
import { createWebhook } from '../create-webhook/create-webhook.ts';
import { webhookFlags } from '../create-webhook/webhook-flags.ts';
import { readWebhookRequest } from '../create-webhook/webhook-request.ts';

/** `kb create webhook`. */
export const command = defineCommand({
  flags: webhookFlags,
  async run(values, context) {
    const request = readWebhookRequest(values);
    const { force = false, yes = false } = values;
    return createWebhook(request, { dryRun: values['dry-run'] ?? false, force, yes }, context);
  },
});
