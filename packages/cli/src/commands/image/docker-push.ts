import { defineCommand } from '../../command-line/command.ts';
import { imageFlags, runContainerTool } from '../../container/container-tool.ts';

/** `kb docker-push`. */
export const command = defineCommand({
  flags: imageFlags,
  async run(values, context) {
    return runContainerTool(values, ({ image }) => [['push', image]], context);
  },
});
