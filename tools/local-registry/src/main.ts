// npm run local-registry: builds and packs the packages, and serves them on loopback until Ctrl-C.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND_PACKAGE, packAll } from '@kb/tools-release';
import { buildPackages } from './build-packages.ts';
import { startRegistry } from './start-registry.ts';

const port = Number(process.env.PORT ?? 4873);
const stopped = new Promise<void>((resolve) => {
  process.once('SIGINT', () => resolve());
  process.once('SIGTERM', () => resolve());
});

console.log('Building the packages…');
await buildPackages();
const staging = mkdtempSync(join(tmpdir(), 'kb-pack-'));
const registry = await startRegistry({ port });
try {
  // Ctrl-C while packages are published stops it too, and removes its folders.
  const ended = await Promise.race([publishAll().then(() => false), stopped.then(() => true)]);
  if (!ended) {
    console.log(`
The packages are served on ${registry.url} until Ctrl-C. In another terminal, in the folder of a new project:

  export npm_config_registry=${registry.url}
  npx ${COMMAND_PACKAGE} init --domain example.com --repo example.com/api
  npm install
  npx kb create api --group batch --version v1alpha1 --kind AppService
  npm test
  npm start
`);
    await stopped;
  }
} finally {
  await registry.stop();
  rmSync(staging, { recursive: true, force: true });
}
process.exit();

async function publishAll(): Promise<void> {
  for (const { folder, name, version } of packAll({ into: staging, suffix: 'hash' })) {
    await registry.publish(folder);
    console.log(`  ${name}@${version}`);
  }
}
