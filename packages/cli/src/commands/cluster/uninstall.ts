import { defineCommand } from '../../command-line/command.ts';
import { clusterFlags, withCluster } from '../../deploy/cluster-connection.ts';
import { timeoutFlag, timeoutOf } from '../../deploy/timeout-flag.ts';

/** `kb uninstall`. */
export const command = defineCommand({
  flags: {
    ...clusterFlags,
    timeout: timeoutFlag,
    'dry-run': { type: 'boolean', description: 'Let the API server check everything, and change nothing.' },
    yes: {
      type: 'boolean',
      description: 'Delete the definitions even if there are objects of their kinds, which go with them.',
    },
  },
  async run(values, context) {
    const timeout = timeoutOf(values.timeout);
    const { renderProjectCrds } = await import('../../deploy/project-manifests.ts');
    const { removeFromCluster } = await import('../../deploy/remove-from-cluster.ts');
    const manifests = await renderProjectCrds(context);
    await withCluster('uninstall', values, context, async (client) => {
      const options = { dryRun: values['dry-run'] ?? false, timeout, mayLoseObjects: values.yes ?? false };
      await removeFromCluster(client, manifests, options, context.terminal);
    });
    return 0;
  },
});
