import { defineCommand } from '../../command-line/command.ts';
import { clusterFlags, withCluster } from '../../deploy/cluster-connection.ts';
import { timeoutFlag, timeoutOf } from '../../deploy/timeout-flag.ts';

/** `kb undeploy`. */
export const command = defineCommand({
  flags: {
    ...clusterFlags,
    timeout: timeoutFlag,
    crds: { type: 'boolean', description: 'Delete the CustomResourceDefinitions too. Default: they stay.' },
    'dry-run': { type: 'boolean', description: 'Let the API server check everything, and change nothing.' },
    yes: { type: 'boolean', description: 'With --crds: delete the objects of these kinds too.' },
  },
  async run(values, context) {
    const timeout = timeoutOf(values.timeout);
    const { renderProject } = await import('../../deploy/project-manifests.ts');
    const { removeFromCluster } = await import('../../deploy/remove-from-cluster.ts');
    const { terminal } = context;
    const all = await renderProject(undefined, context);
    const manifests = values.crds ? all : all.filter(({ object }) => object.kind !== 'CustomResourceDefinition');
    await withCluster('undeploy', values, context, async (client) => {
      const options = { dryRun: values['dry-run'] ?? false, timeout, mayLoseObjects: values.yes ?? false };
      await removeFromCluster(client, manifests, options, terminal);
    });
    if (!values.crds) terminal.print('The CustomResourceDefinitions and their objects stay: --crds deletes them too.');
    return 0;
  },
});
