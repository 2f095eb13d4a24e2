/**
 * The parts of `kb dev`, for tools that run a project's operator on another API server.
 *
 * @module
 */
export { newAdminToken } from '../api-server/server-access.ts';
export { type EmbeddedCluster, startEmbeddedCluster } from './cluster/embedded-cluster.ts';
export { installManifests } from './cluster/install-manifests.ts';
export { type Manifest, readManifests } from '../manifests/manifests.ts';
export { type OperatorOptions, type OperatorProcess, startOperator } from './operator/operator-process.ts';
