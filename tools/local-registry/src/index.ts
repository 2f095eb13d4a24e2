export { buildPackages } from './build-packages.ts';
export { type LocalRegistry, startRegistry } from './start-registry.ts';
export { newUserEnvironment } from './new-user-environment.ts';
