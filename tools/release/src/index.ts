export { COMMAND_PACKAGE, SCOPE } from '../../../packages/cli/src/package-names.ts';
export { packAll, type PackedPackage } from './pack-all.ts';
export { packageName } from './package-borders.ts';
export { diskSize, type InstalledPackage, installedPackages } from './third-party/installed-packages.ts';
export { bundledNames, missingNotices } from './third-party/missing-notices.ts';
export { bundledOfOthers, repositoryRoot, workspacePackages, type WorkspacePackage } from './workspace-packages.ts';
