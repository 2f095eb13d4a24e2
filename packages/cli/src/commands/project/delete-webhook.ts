import { defineCommand } from '../../command-line/command.ts';
import { deleteWebhook, deleteFlags } from '../../delete/delete-kind.ts';

/** `kb delete webhook`. */
export const command = defineCommand({
  flags: deleteFlags,
  run: async (values, context) => deleteWebhook(values, context),
});
