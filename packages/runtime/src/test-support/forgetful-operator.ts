import { configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor } from '../controller/builder.ts';
import { runManager } from '../manager/process/run-manager.ts';

/** A program that forgets an `await`: its process ends by the rejection. */
const forgetful = controllerFor(configMaps).reconcile(({ client }) => {
  void client.delete(configMaps, { namespace: 'default', name: 'not-there' });
});

process.exitCode = await runManager({ controllers: [forgetful], leaderElectionId: 'forgetful.example.com' });
