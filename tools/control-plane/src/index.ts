/** A real Kubernetes control plane on loopback, for tests: find or build its programs, start it, stop it. */
export { buildControlPlane } from './build/build.ts';
export type { BuildOptions } from './build/build.ts';
export type { ControlPlane, KubeconfigIdentity, StartOptions } from './control-plane.ts';
export { ControlPlaneError } from './errors.ts';
export { backupEtcd } from './etcd-data.ts';
export type { ControlPlaneErrorCode } from './errors.ts';
export { cacheFolder, cacheRoot, findControlPlane } from './find.ts';
export type { ControlPlaneBinaries, Environment, FindResult } from './find.ts';
export type { Flags } from './flags.ts';
export type { ServiceAccountReference, TokenOptions } from './access/service-account-token.ts';
export { startControlPlane } from './start.ts';
export type { ProcessExit, SupervisedProcess } from './supervisor/supervisor.ts';
export { freePort } from './free-port.ts';
