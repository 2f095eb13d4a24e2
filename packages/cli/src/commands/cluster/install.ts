import { defineCommand } from '../../command-line/command.ts';
import { clusterFlags, withCluster } from '../../deploy/cluster-connection.ts';

/** `kb install`. */
export const command = defineCommand({
  flags: {
    ...clusterFlags,
    'force-conflicts': { type: 'boolean', description: 'Take over fields that another manager owns.' },
    'dry-run': { type: 'boolean', description: 'Let the API server check everything, and change nothing.' },
    yes: { type: 'boolean', description: 'Accepted for compatibility: this command never asks.' },
  },
  async run(values, context) {
    const { renderProjectCrds } = await import('../../deploy/project-manifests.ts');
    const { applyToCluster } = await import('../../deploy/apply-to-cluster.ts');
    const { terminal } = context;
    const manifests = await renderProjectCrds(context);
    if (manifests.length === 0) {
      terminal.print('The project has no CustomResourceDefinitions to install.');
      return 0;
    }
    await withCluster('install', values, context, async (client) => {
      const options = { dryRun: values['dry-run'] ?? false, forceConflicts: values['force-conflicts'] ?? false };
      await applyToCluster(client, manifests, options, terminal);
    });
    return 0;
  },
});
