import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor } from '../controller/builder.ts';
import { asReconciler } from '../controller/controller.ts';
import { runManager } from '../manager/process/run-manager.ts';
import { compute, waitForFile } from './compute-adapter.ts';

/**
 * A program whose reconciler blocks the event loop as a ConfigMap asks: it computes for `data.seconds` seconds (`ever`:
 * in an endless loop), or waits until the file `data.until` exists. With `data.after` it awaits a request first.
 * Afterwards it writes its name into the ConfigMap. The name is its first argument.
 */
const [name = '', ...args] = process.argv.slice(2);

const computing = controllerFor(configMaps)
  .named('computing')
  .reconcile(
    asReconciler<ConfigMap, unknown>(configMaps, async ({ metadata, data }, { client, log }) => {
      if (data === undefined || (!data['seconds'] && !data['until']) || data['by'] !== undefined) return;
      const { seconds, until } = data;
      if (data['after'] !== undefined) await client.get(configMaps, metadata);
      log.info('Computing', { seconds, until });
      if (until !== undefined) waitForFile(until);
      else compute(seconds === 'ever' ? Number.POSITIVE_INFINITY : Number(seconds) * 1000);
      await client.patch(configMaps, metadata, { type: 'merge', value: { data: { by: name } } });
    }),
  );

let healthy = true;
process.exitCode = await runManager({
  controllers: [computing],
  leaderElectionId: 'computing.example.com',
  cache: { namespaces: ['default'] },
  setup: (manager) => {
    manager.addReadyzCheck('own', () => {
      if (!healthy) throw new Error('not well');
      healthy = true;
    });
  },
  args: ['--leader-elect', '--leader-election-namespace=default', ...args],
});
