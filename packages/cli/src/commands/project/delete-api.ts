import { defineCommand } from '../../command-line/command.ts';
import { deleteApiFlags } from '../../delete/delete-flags.ts';

/** `kb delete api`. The generator is loaded only if it runs. */
export const command = defineCommand({
  flags: deleteApiFlags,
  async run(values, context) {
    const { deleteApi } = await import('../../delete/delete-kind.ts');
    return deleteApi(values, context);
  },
});
