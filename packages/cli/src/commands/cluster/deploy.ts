import { defineCommand } from '../../command-line/command.ts';
import { clusterFlags, withCluster } from '../../deploy/cluster-connection.ts';
import { timeoutFlag, timeoutOf } from '../../deploy/timeout-flag.ts';

/** `kb deploy`. */
export const command = defineCommand({
  flags: {
    image: {
      type: 'string',
      value: 'IMAGE',
      description: "The operator's image, with tag or digest. Default: that of config/manager. No file is changed.",
    },
    ...clusterFlags,
    timeout: timeoutFlag,
    wait: { type: 'boolean', description: 'Wait until the operator is available; --no-wait: do not. Default: wait.' },
    'force-conflicts': { type: 'boolean', description: 'Take over fields that another manager owns.' },
    'dry-run': { type: 'boolean', description: 'Let the API server check everything, and change nothing.' },
    yes: { type: 'boolean', description: 'Accepted for compatibility: this command never asks.' },
  },
  async run(values, context) {
    const timeout = timeoutOf(values.timeout);
    const { managerKey } = await import('../../deploy/image.ts');
    const { renderProject } = await import('../../deploy/project-manifests.ts');
    const { applyToCluster } = await import('../../deploy/apply-to-cluster.ts');
    const { terminal } = context;
    const manifests = await renderProject(values.image, context);
    await withCluster('deploy', values, context, async (client) => {
      const dryRun = values['dry-run'] ?? false;
      await applyToCluster(client, manifests, { dryRun, forceConflicts: values['force-conflicts'] ?? false }, terminal);
      if (dryRun || values.wait === false) return;
      const key = managerKey(manifests);
      if (key === undefined) return;
      const { waitForRollout } = await import('../../deploy/wait-for-rollout.ts');
      const { systemClock } = await import('@kb/client');
      await waitForRollout(client, key, { clock: systemClock, timeout, say: (line) => terminal.print(line) });
    });
    return 0;
  },
});
