export { type PackedPackage, packAll } from './pack-all.ts';
export { repositoryRoot, workspacePackages, type WorkspacePackage } from './workspace-packages.ts';
