import { Worker } from 'node:worker_threads';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor } from '../controller/builder.ts';
import { asReconciler } from '../controller/controller.ts';
import { runManager } from '../manager/process/run-manager.ts';

/** A program whose thread of leader election ends as soon as a ConfigMap asks for it; then the program writes. */
const threads: Worker[] = [];
// oxlint-disable-next-line typescript/unbound-method -- it is called with its `this` below.
const { ref } = Worker.prototype;
Worker.prototype.ref = function (this: Worker): void {
  threads.push(this);
  ref.call(this);
};

const losing = controllerFor(configMaps).reconcile(
  asReconciler<ConfigMap, unknown>(configMaps, async ({ metadata, data }, { client, log }) => {
    if (data?.['seconds'] === undefined) return;
    await Promise.all(threads.map((thread) => thread.terminate()));
    await client
      .patch(configMaps, metadata, { type: 'merge', value: { data: { by: 'nobody' } } })
      .catch((error: unknown) => {
        log.info('Not written', { code: error instanceof Error && 'code' in error ? error.code : undefined });
      });
  }),
);

process.exitCode = await runManager({
  controllers: [losing],
  leaderElectionId: 'computing.example.com',
  cache: { namespaces: ['default'] },
  args: ['--leader-elect', '--leader-election-namespace=default'],
});
