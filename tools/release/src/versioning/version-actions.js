// Customizes what `nx release version` does with a package. Plain JavaScript, because nx reads TypeScript with a
// compiler API that TypeScript 7 does not have.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VersionActions } from 'nx/release/index.js';
import { workspacePackages } from '../workspace-packages.ts';
import { releasedChangelog, withPackageVersions, withVersionConstant } from './released-texts.ts';

/** Reads and writes the version in the package.json of a package. */
// oxlint-disable-next-line import/no-default-export -- nx takes the default export of this module.
export default class PackageVersionActions extends VersionActions {
  validManifestFilenames = ['package.json'];

  async readCurrentVersionFromSourceManifest(tree) {
    const manifestPath = `${this.projectGraphNode.data.root}/package.json`;
    return { currentVersion: JSON.parse(tree.read(manifestPath, 'utf8')).version, manifestPath };
  }

  async readCurrentVersionFromRegistry() {
    return null;
  }

  async readCurrentVersionOfDependency() {
    return { currentVersion: null, dependencyCollection: null };
  }

  async updateProjectVersion(tree, newVersion) {
    for (const { manifestPath } of this.manifestsToUpdate) {
      const text = tree.read(manifestPath, 'utf8');
      tree.write(manifestPath, text.replace(/^(  "version": ")[^"]*/m, `$1${newVersion}`));
    }
    return [`${this.projectGraphNode.name} is now ${newVersion}`];
  }

  // All packages have the same version: `afterAllProjectsVersioned` updates the dependencies between them.
  async updateProjectDependencies() {
    return [];
  }
}

/** Sets the version outside of each package's own manifest: in dependencies, in constants, in the changelog. */
export async function afterAllProjectsVersioned(cwd, { dryRun }) {
  const packages = workspacePackages(cwd);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  const [version = ''] = packages.map(({ manifest }) => manifest.version);
  if (dryRun) return { changedFiles: [], deletedFiles: [] };
  const changed = new Set(['package-lock.json']);
  const edit = (path, change) => {
    const before = readFileSync(join(cwd, path), 'utf8');
    const after = change(before);
    if (after === before) return;
    writeFileSync(join(cwd, path), after);
    changed.add(path);
  };
  const manifests = [
    'package.json',
    'packages/*/package.json',
    'packages/appservice/*/package.json',
    'tools/*/package.json',
  ];
  for (const path of globSync(manifests, { cwd })) edit(path, (text) => withPackageVersions(text, names, version));
  for (const path of globSync('packages/*/src/version.ts', { cwd })) {
    // The version of @kb/apiserver is that of the Kubernetes release that it follows.
    if (!path.includes('apiserver')) edit(path, (text) => withVersionConstant(text, version));
  }
  edit('CHANGELOG.md', (text) => releasedChangelog(text, version, new Date().toISOString().slice(0, 10)));
  const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('package-lock.json could not be updated');
  return { changedFiles: [...changed], deletedFiles: [] };
}
