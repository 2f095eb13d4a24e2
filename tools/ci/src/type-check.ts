// Type-checks every package, those with the same options in one run of the compiler: packages import each other's
// sources, which a run for each package reads and checks again and again. `npm run typecheck` does that, and is faster
// if only little has changed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupProjects, type Project, projectsOfScript } from './type-check/group-projects.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** The projects that the scripts `typecheck` of all packages check. */
function projects(): Project[] {
  return ['packages', 'packages/appservice', 'tools'].flatMap((parent) =>
    readdirSync(path.join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => projectsIn(path.join(root, parent, name))),
  );
}

function projectsIn(folder: string): Project[] {
  if (!readdirSync(folder).includes('package.json')) return [];
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly scripts?: Readonly<Record<string, string>>;
  };
  return projectsOfScript(scripts?.['typecheck']).map((name) => {
    const file = path.join(folder, name);
    return { file, config: JSON.parse(readFileSync(file, 'utf8')) as Project['config'] };
  });
}

// In the repository, because the compiler looks for types of Node in the folders above.
mkdirSync(path.join(root, '.nx'), { recursive: true });
const folder = mkdtempSync(path.join(root, '.nx', 'type-check-'));
let failed = 0;
try {
  for (const [index, group] of groupProjects(projects()).entries()) {
    const file = path.join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(group.config));
    const { status } = spawnSync(process.execPath, [compiler, '-p', file], { cwd: root, stdio: 'inherit' });
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${group.files.map((one) => path.relative(root, one)).join(', ')}`);
    if (status !== 0) failed += 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
