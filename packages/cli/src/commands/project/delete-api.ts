import { defineCommand } from '../../command-line/command.ts';
import { deleteApi, deleteFlags } from '../../delete/delete-kind.ts';

/** `kb delete api`. */
export const command = defineCommand({
  flags: deleteFlags,
  run: async (values, context) => deleteApi(values, context),
});
