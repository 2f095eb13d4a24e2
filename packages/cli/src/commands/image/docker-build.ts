import { defineCommand } from '../../command-line/command.ts';
import { imageFlags, runContainerTool } from '../../container/container-tool.ts';

/** `kb docker-build`. */
export const command = defineCommand({
  flags: imageFlags,
  async run(values, context) {
    return runContainerTool(values, ({ image }) => [['build', '--tag', image, '.']], context);
  },
});
