import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer } from '../api-server/bench-server.ts';
import { type Load, openLoad } from '../api-server/load.ts';
import { appService, appServicesPath } from './app-services.ts';

/** An API server that serves AppServices. */
export interface BenchCluster {
  readonly server: BenchServer;
  readonly load: Load;
  /** Creates a namespace with this many AppServices. */
  fill(namespace: string, count: number): Promise<void>;
  /** Deletes the ConfigMaps of a namespace, which the operators wrote. */
  deleteChildren(namespace: string): Promise<void>;
  stop(): Promise<void>;
}

const CONNECTIONS = 16;
const definition = fileURLToPath(
  new URL('../../../../config/crd/bases/batch.example.com_appservices.yaml', import.meta.url),
);
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Installs the definition of AppServices on a server. */
export async function prepareCluster(server: BenchServer): Promise<BenchCluster> {
  const load = openLoad(server, CONNECTIONS);
  await load.request({
    method: 'PATCH',
    path: `${DEFINITIONS}/appservices.batch.example.com?fieldManager=bench&force=true`,
    body: readFileSync(definition, 'utf8'),
    contentType: 'application/apply-patch+yaml',
  });
  await untilServed(load);
  return {
    server,
    load,
    fill: async (namespace, count) => {
      await load.request({
        method: 'POST',
        path: '/api/v1/namespaces',
        body: JSON.stringify({ metadata: { name: namespace } }),
      });
      await load.run(count, (index) => ({
        method: 'POST',
        path: appServicesPath(namespace),
        body: JSON.stringify(appService(index)),
      }));
    },
    deleteChildren: async (namespace) => {
      await load.request({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}/configmaps` });
    },
    stop: async () => {
      await load.close();
      await server.stop();
    },
  };
}

/** Waits until the kind is served, a moment after its definition is accepted. */
async function untilServed(load: Load): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await load.request({ method: 'GET', path: appServicesPath('default') });
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}
