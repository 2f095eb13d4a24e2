import { defineCommand } from '../../command-line/command.ts';
import { deleteFlags } from '../../delete/delete-flags.ts';

/** `kb delete webhook`. The generator is loaded only if it runs. */
export const command = defineCommand({
  flags: deleteFlags,
  async run(values, context) {
    const { deleteWebhook } = await import('../../delete/delete-kind.ts');
    return deleteWebhook(values, context);
  },
});
