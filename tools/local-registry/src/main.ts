// npm run local-registry: builds and packs the packages, and serves them on loopback until Ctrl-C.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from '@kb/tools-release';
import { buildPackages } from './build-packages.ts';
import { startRegistry } from './start-registry.ts';

const port = Number(process.env.PORT ?? 4873);
console.log('Building the packages…');
await buildPackages();
const staging = mkdtempSync(join(tmpdir(), 'kb-pack-'));
const registry = await startRegistry({ port });
try {
  for (const { folder, name, version } of packAll({ into: staging, suffix: 'hash' })) {
    await registry.publish(folder);
    console.log(`  ${name}@${version}`);
  }
} catch (error) {
  await registry.stop();
  throw error;
} finally {
  rmSync(staging, { recursive: true, force: true });
}
console.log(`
The packages are served on ${registry.url} until Ctrl-C. In another terminal, in the folder of a new project:

  export npm_config_registry=${registry.url}
  npx kb init --domain example.com --repo example.com/api
  npx kb create api --group batch --version v1alpha1 --kind AppService
  npm install
  npm test
  npm start
`);
const stop = (): void => {
  void registry.stop().then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
