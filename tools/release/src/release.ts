// npm run release -- FOLDER [--publish]: packs the published packages of the last `npm run build` into FOLDER, with a
// bill of materials. With --publish, also publishes them, if that is allowed (docs/release.md).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installedBom } from './bom/installed-bom.ts';
import { licenseProblems } from './bom/licenses.ts';
import { releaseBom } from './bom/release-bom.ts';
import { releasedPackages } from './bom/released-packages.ts';
import { packAll } from './pack-all.ts';
import { publishing, refusals } from './publishing.ts';
import { missingNotices } from './third-party/missing-notices.ts';
import { workspacePackages } from './workspace-packages.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { publish: { type: 'boolean' } } });
const [folder] = positionals;

async function main(): Promise<number> {
  if (folder === undefined) return fail(['usage: npm run release -- FOLDER [--publish]']);
  const into = resolve(folder);
  if (existsSync(into) && readdirSync(into).length > 0) return fail([`${into} is not empty`]);
  if (values.publish) {
    const reasons = refusals(
      publishing,
      process.env,
      workspacePackages().map(({ manifest }) => manifest.name),
    );
    if (reasons.length > 0) return fail(['Nothing is published:', ...reasons.map((reason) => `- ${reason}`)]);
  }
  const installed = await installedBom();
  const bom = releaseBom(installed, releasedPackages());
  const packed = packAll({ into });
  const problems = [
    ...licenseProblems(bom, installed),
    ...packed.flatMap((item) => missingNotices(item.folder).map((problem) => `${item.name}: ${problem}`)),
  ];
  if (problems.length > 0) return fail(problems);
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, 'sbom.cdx.json'), `${JSON.stringify(bom, undefined, 2)}\n`);
  for (const { name, version } of packed) console.log(`${name}@${version}`);
  console.log(`${into}/sbom.cdx.json: ${bom.components.length} components`);
  return values.publish ? publish(packed.map((item) => item.folder)) : 0;
}

function publish(folders: readonly string[]): number {
  for (const item of folders) {
    const { status } = spawnSync('npm', ['publish', item], { stdio: 'inherit', shell: process.platform === 'win32' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

function fail(lines: readonly string[]): number {
  for (const line of lines) console.error(line);
  return 1;
}

process.exitCode = await main();
