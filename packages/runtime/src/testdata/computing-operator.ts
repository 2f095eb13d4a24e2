import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor } from '../controller/builder.ts';
import { asReconciler } from '../controller/controller.ts';
import { runManager } from '../manager/run-manager.ts';
import { compute } from './compute-adapter.ts';

/**
 * A program whose reconciler computes for as many seconds as a ConfigMap says (`data.seconds`; `ever` for an endless loop), awaits something before where it says so (`data.after`), and then writes
 * who did it. Its first argument is its name.
 */
const [name = '', ...args] = process.argv.slice(2);

const computing = controllerFor(configMaps)
  .named('computing')
  .reconcile(
    asReconciler<ConfigMap, unknown>(configMaps, async ({ metadata, data }, { client, log }) => {
      if (data?.['seconds'] === undefined || data['by'] !== undefined) return;
      if (data['after'] !== undefined) await client.get(configMaps, metadata);
      log.info('Computing', { seconds: data['seconds'] });
      compute(data['seconds'] === 'ever' ? Number.POSITIVE_INFINITY : Number(data['seconds']) * 1000);
      await client.patch(configMaps, metadata, { type: 'merge', value: { data: { by: name } } });
    }),
  );

let healthy = true;
process.exitCode = await runManager({
  controllers: [computing],
  leaderElectionId: 'computing.example.com',
  ...(process.env['LEASE'] !== undefined && { leaderElection: JSON.parse(process.env['LEASE']) as object }),
  cache: { namespaces: ['default'] },
  setup: (manager) => {
    manager.addReadyzCheck('own', () => {
      if (!healthy) throw new Error('not well');
      healthy = true;
    });
  },
  args: ['--leader-elect', '--leader-election-namespace=default', ...args],
});
