import path from 'node:path';
import { compilerOptions, writeText } from './source-files.ts';

/** The programs whose type-check is measured. */
export type Consumer = 'empty' | 'builtIn' | 'api';

/** Writes a program into a new folder below `root`. Returns the folder. */
export function writeConsumer(root: string, consumer: Consumer): string {
  const folder = path.join(root, consumer);
  writeText(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, noEmit: true, allowImportingTsExtensions: true },
      files: ['main.ts'],
    }),
  );
  writeText(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeText(path.join(folder, 'main.ts'), sources[consumer]);
  return folder;
}

/**
 * The sources. The last program uses a few kinds as a controller does: it gets, lists, watches, applies, deletes, and
 * updates a status and a scale.
 */
const sources: Readonly<Record<Consumer, string>> = {
  empty: 'export {};\n',
  builtIn: `import type { Client } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';

export async function main(client: Client): Promise<void> {
  const deployment = await client.get(deployments, 'default/web');
  await client.apply(deployments, {
    metadata: { name: deployment.metadata.name },
    spec: { template: { spec: { containers: [{ name: 'main', image: 'nginx' }] } } },
  });
}
`,
  api: `import type { Client } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';
import {
  type CachedEdgeService,
  coldServices,
  edgeServices,
  type EdgeServiceApply,
  sharedServices,
} from '@bench/client/group0/v1';
import { edgeQueues } from '@bench/client/group1/v1';

export async function main(client: Client, cached: CachedEdgeService): Promise<void> {
  const { name, namespace = 'default' } = cached.metadata;
  const key = { name, namespace };
  const service = await client.get(edgeServices, key);
  await client.apply(deployments, {
    metadata: key,
    spec: { replicas: service.spec.replicas ?? 1, template: { spec: { containers: [{ name: 'main', image: 'nginx' }] } } },
  });
  const intent: EdgeServiceApply = { metadata: key, spec: { replicas: 2 } };
  await client.apply(edgeServices, intent);
  await client.update(edgeServices, cached);
  await client.updateStatus(edgeServices, service);
  await client.subresource(edgeServices, 'scale').update(key, { spec: { replicas: 3 } });
  const list = await client.list(sharedServices, { labelSelector: 'app=web', limit: 10 });
  for (const { metadata } of list.items) await client.delete(sharedServices, metadata);
  await client.apply(coldServices, { metadata: key });
  for await (const event of client.watch(edgeQueues)) if (event.type === 'DELETED') return;
}
`,
};
