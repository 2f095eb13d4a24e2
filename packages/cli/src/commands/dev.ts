import { imagesFlag } from '../api-server/read-image-behaviors.ts';
import { nodesFlag } from '../api-server/read-nodes.ts';
import { accessFlags } from '../api-server/server-access.ts';
import { defineCommand } from '../command-line/command.ts';
import { requireNetworkStack } from '../node-version.ts';
import { readPort } from '../command-line/port.ts';

/** `kb dev`. */
export const command = defineCommand({
  flags: {
    once: {
      type: 'boolean',
      description: "Run the project's story, check each step, and exit: with 0 only if every step was observed.",
    },
    port: {
      type: 'string',
      value: 'PORT',
      description: 'Port of the API server on loopback; 0 chooses a free one. Default: 0.',
    },
    ...accessFlags,
    ...imagesFlag,
    ...nodesFlag,
  },
  async run(values, context) {
    requireNetworkStack('dev');
    const { runDev } = await import('../dev/run-dev.ts');
    return runDev(
      {
        once: values.once ?? false,
        port: readPort(values.port),
        access: values,
        images: values.images,
        nodes: values.nodes,
      },
      context,
    );
  },
});
