// Installs the packed @kb/runtime from a local registry into an empty folder, as an operator does. Fails if there are
// too many packages or bytes, if third-party code lacks its licence, if types need packages that are not installed, or
// if code that uses bundled packages (kubeconfigs, certificates) or runs in browsers does not behave as our sources do.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPackages, startRegistry } from '@kb/tools-local-registry';
import {
  bundledNames,
  bundledOfOthers,
  diskSize,
  installedPackages,
  missingNotices,
  packAll,
  workspacePackages,
} from '@kb/tools-release';
import { isNetworkTrouble } from './network.ts';
import { testPacked } from './operator/test-packed.ts';

/** Maximum number of packages: `@kb/runtime` and all its dependencies. */
const MAX_PACKAGES = 25;
/** Maximum size on disk. */
const MAX_MEGABYTES = 17;

/**
 * An operator's source, type-checked with all types that it uses, with only the installed packages.
 */
const PROGRAM = `
import { loadKubeConfig, type KubeConfigObject } from '@kb/client';
import { deployments, type Deployment } from '@kb/kubernetes/apps/v1';
import type { Pod } from '@kb/kubernetes/core/v1';
import { controllerFor, runManager } from '@kb/runtime';
import '@kb/runtime/metrics';
import '@kb/runtime/serving';
import '@kb/runtime/webhook';

export const image = (deployment: Deployment): string | undefined => deployment.spec.template.spec?.containers[0]?.image;
export const started = (pod: Pod): string | undefined => pod.status?.startTime;
// @ts-expect-error Types that could not be found would be any, and take this.
export const wrong: number = deployments.kind;
export const access = (kubeConfig: KubeConfigObject) => loadKubeConfig({ kubeConfig });
export { controllerFor, runManager };
`;

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`));
    });
  });
}

/** Returns the exceeded limits of what is installed in `operator`. */
function sizeProblems(operator: string): string[] {
  const packages = installedPackages(operator);
  const megabytes = diskSize(join(operator, 'node_modules')) / 1e6;
  console.log(`@kb/runtime installs ${packages.length} packages, ${megabytes.toFixed(1)} MB on disk:`);
  for (const { name, version, folder } of packages) {
    console.log(`  ${name} ${version}: ${(diskSize(folder) / 1e6).toFixed(1)} MB`);
  }
  return [
    ...(packages.length > MAX_PACKAGES ? [`${packages.length} packages; at most ${MAX_PACKAGES}`] : []),
    ...(megabytes > MAX_MEGABYTES ? [`${megabytes.toFixed(1)} MB; at most ${MAX_MEGABYTES}`] : []),
  ];
}

/**
 * Returns problems with the licences of third-party code in our packages, as installed in `operator`: npm leaves out
 * files that a package does not list.
 */
function licenseProblems(operator: string): string[] {
  return workspacePackages().flatMap((item) => {
    const { name, kb } = item.manifest;
    const folder = join(operator, 'node_modules', name);
    if (!existsSync(folder)) return [];
    const found = bundledNames(folder);
    if (found.size > 0) console.log(`${name} holds code of ${[...found].toSorted().join(', ')}`);
    const unseen = bundledOfOthers(item).filter((other) => !found.has(other));
    const problems = missingNotices(folder, Object.keys(kb?.carried ?? {}));
    return [
      ...unseen.map((other) => `${name} should hold code of ${other}, and this check finds none`),
      ...problems.map((problem) => `${name}: ${problem}`),
    ];
  });
}

/** Returns the compiler's errors in the types that are installed in `operator`. */
async function typeProblems(operator: string): Promise<string[]> {
  // As in a scaffolded project, but with declarations checked, and without Node's types.
  const options = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    skipLibCheck: false,
    types: [],
  };
  writeFileSync(join(operator, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['main.ts'] }));
  writeFileSync(join(operator, 'main.ts'), PROGRAM);
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  try {
    await run(process.execPath, [compiler, '-p', '.'], operator, process.env);
    console.log('types: nothing is missing');
    return [];
  } catch (error) {
    return [String(error)];
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kb-operator-'));
const operator = join(folder, 'operator');
await buildPackages();
const registry = await startRegistry({ port: 0 });
const problems: string[] = [];
try {
  for (const item of packAll({ into: join(folder, 'packed'), suffix: 'hash' })) await registry.publish(item.folder);
  mkdirSync(operator);
  writeFileSync(join(operator, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NX_|KB_|NODE_|INIT_CWD)/i.test(name));
  const install = (): Promise<string> =>
    run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '@kb/runtime'], operator, {
      ...Object.fromEntries(inherited),
      npm_config_registry: registry.url,
      npm_config_cache: join(folder, 'npm-cache'),
    });
  await install().catch((error: unknown) => {
    if (!isNetworkTrouble(String(error))) throw error;
    console.log(`tried again, because of the network: ${String(error)}`);
    return install();
  });
  problems.push(
    ...sizeProblems(operator),
    ...licenseProblems(operator),
    ...(await typeProblems(operator)),
    ...(await testPacked(join(operator, 'node_modules'))),
  );
} finally {
  await registry.stop();
  if (process.argv.includes('--keep')) console.log(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`operator install: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
