// npm run licenses [-- --check]: writes docs/licenses.md, from package-lock.json and the last `npm run build`. Fails if
// a licence is not allowed; with --check, also if the page is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { installedBom } from './bom/installed-bom.ts';
import { licensePage, licenseProblems } from './bom/licenses.ts';
import { releaseBom } from './bom/release-bom.ts';
import { releasedPackages } from './bom/released-packages.ts';
import { repositoryRoot } from './workspace-packages.ts';

const file = join(repositoryRoot, 'docs/licenses.md');
const installed = await installedBom();
const release = releaseBom(installed, releasedPackages());
const page = await format(licensePage(release), { ...(await resolveConfig(file)), parser: 'markdown' });
const problems = licenseProblems(release, installed);
if (process.argv.includes('--check')) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (before !== page) problems.push('docs/licenses.md is out of date: run npm run build, then npm run licenses');
} else writeFileSync(file, page);
for (const problem of problems) console.error(problem);
console.log(`licences: ${installed.components.length} packages, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
