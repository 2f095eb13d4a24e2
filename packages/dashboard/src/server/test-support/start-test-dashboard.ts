import { onTestFinished } from 'vitest';
import { createApiServer } from '@kb/apiserver';
import { type Client, createClient, systemClock, systemRandom } from '@kb/client';
import type { KindRef, ServedKind } from '../../protocol/index.ts';
import { type Dashboard, type DashboardOptions, startDashboard } from '../start-dashboard.ts';

/** A dashboard of an embedded API server, until the end of the test. */
export interface TestDashboard {
  readonly dashboard: Dashboard;
  readonly client: Client;
  readonly server: ReturnType<typeof createApiServer>;
}

function kindRef(group: string, version: string, kind: string, resource: string): KindRef {
  return { group, version, kind, resource, namespaced: true };
}

/** Kinds that tests look at. */
export const configMaps: KindRef = kindRef('', 'v1', 'ConfigMap', 'configmaps');
export const secrets: KindRef = kindRef('', 'v1', 'Secret', 'secrets');
export const deployments: KindRef = kindRef('apps', 'v1', 'Deployment', 'deployments');

/** Starts a dashboard of a new embedded API server. */
export async function startTestDashboard(
  options: Partial<DashboardOptions> = {},
  { keepHistory }: { readonly keepHistory?: { readonly bytes: number } } = {},
): Promise<TestDashboard> {
  const server = createApiServer({
    clock: systemClock,
    random: systemRandom,
    onNotEnforced: () => undefined,
    keepHistory,
  });
  const client = createClient({ transport: server.transport, clock: systemClock });
  const dashboard = await startDashboard({
    client,
    clock: systemClock,
    cluster: 'embedded',
    embedded: true,
    namespace: 'default',
    pageFolder: undefined,
    ...(server.history && { history: server.history }),
    ...options,
  });
  onTestFinished(async () => {
    await dashboard.stop();
    await server.stop();
  });
  return { dashboard, client, server };
}

/** Finds a kind by its name. */
export function kindNamed(served: readonly ServedKind[], kind: string): ServedKind {
  const found = served.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`the kind ${kind} is not served`);
  return found;
}
