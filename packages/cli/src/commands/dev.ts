import { imagesFlag } from '../api-server/read-image-behaviors.ts';
import { nodesFlag } from '../api-server/read-nodes.ts';
import { accessFlags } from '../api-server/server-access.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand, type Flags, type FlagValues } from '../command-line/command.ts';
import { requireNetworkStack } from '../node-version.ts';
import { readPort } from '../command-line/port.ts';
import { readWebhookReach } from '../webhooks/webhook-reach.ts';
import type { RunDevOptions } from '../dev/run-dev.ts';

const flags = {
  once: {
    type: 'boolean',
    description: "Run the project's story, check each step, and exit: with 0 only if every step was observed.",
  },
  json: { type: 'boolean', description: 'Print a line of JSON for each thing that happens.' },
  port: {
    type: 'string',
    value: 'PORT',
    description: 'Port of the API server on loopback; 0 chooses a free one. Default: 0.',
  },
  context: {
    type: 'string',
    value: 'NAME',
    description: 'Run on the cluster of this context, as its user, in place of the embedded API server.',
  },
  kubeconfig: {
    type: 'string',
    value: 'FILE',
    description: "The kubeconfig of that cluster. Default with --context: kubectl's.",
  },
  'webhook-address': {
    type: 'string',
    value: 'HOST:PORT',
    description: 'Where that cluster reaches the webhooks of the operator on this machine.',
  },
  samples: { type: 'boolean', description: 'Apply the samples to that cluster. The embedded one always has them.' },
  ...accessFlags,
  ...imagesFlag,
  ...nodesFlag,
} as const satisfies Flags;

/** `kb dev`. */
export const command = defineCommand({
  flags,
  async run(values, context) {
    requireNetworkStack('dev');
    const remote = readRemote(values);
    const { runDev } = await import('../dev/run-dev.ts');
    return runDev(
      {
        once: values.once ?? false,
        json: values.json ?? false,
        remote,
        samples: remote === undefined || values.samples === true,
        port: readPort(values.port),
        access: values,
        images: values.images,
        nodes: values.nodes,
      },
      context,
    );
  },
});

/** Flags that a cluster of a kubeconfig cannot have, and those that only it has. */
const embeddedOnly = ['once', 'port', 'insecure-http', 'allowed-host', 'images', 'nodes'] as const;
const remoteOnly = ['webhook-address', 'samples'] as const;

/** Reads which cluster to use; undefined for the embedded one. Throws a CliError for flags that contradict it. */
function readRemote(values: FlagValues<typeof flags>): RunDevOptions['remote'] {
  const { context, kubeconfig, 'webhook-address': address } = values;
  const isRemote = context !== undefined || kubeconfig !== undefined;
  const wrong = (isRemote ? embeddedOnly : remoteOnly).find((name) => values[name] !== undefined);
  if (wrong !== undefined)
    throw new CliError(
      'KB_WRONG_FLAGS',
      isRemote
        ? `--${wrong} is about the embedded API server, and --context and --kubeconfig name another`
        : `--${wrong} is about a cluster of a kubeconfig, and none is named`,
      { hint: isRemote ? `Leave out --${wrong}.` : 'Name it with --context NAME.', exitCode: 2 },
    );
  if (!isRemote) return undefined;
  const reach = address === undefined ? undefined : readWebhookReach(address, process.env.WEBHOOK_BIND_ADDRESS);
  return { context, kubeconfig, reach };
}
