import { defineCommand } from '../command-line/command.ts';
import { readPort } from '../command-line/port.ts';
import { clusterFlags } from '../deploy/cluster-connection.ts';
import { requireNetworkStack } from '../node-version.ts';

/** `kb dashboard`. */
export const command = defineCommand({
  flags: {
    ...clusterFlags,
    port: {
      type: 'string',
      value: 'PORT',
      description: 'Port of the page on loopback; 0 chooses a free one. Default: that of the last time, if it is free.',
    },
    open: { type: 'boolean', description: 'Open the page in the browser.' },
  },
  async run(values, context) {
    requireNetworkStack('dashboard');
    const { runDashboard } = await import('../dashboard/run-dashboard.ts');
    const port = values.port === undefined ? undefined : readPort(values.port);
    return runDashboard({ ...values, port, open: values.open ?? false }, context);
  },
});
