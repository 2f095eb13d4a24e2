import { defineCommand } from '../command-line/command.ts';
import { createApiFlags } from '../create-api/create-api-flags.ts';

/** `kb create api`. The generator is loaded only if it runs: its help is printed at once. */
export const command = defineCommand({
  flags: createApiFlags,
  async run(values, context) {
    const { createApi } = await import('../create-api/create-api.ts');
    return createApi(values, context);
  },
});
