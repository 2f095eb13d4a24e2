export type {
  AccessParts,
  ClusterAccess,
  Credential,
  Credentials,
  TextSource,
  TlsMaterial,
} from './access/cluster-access.ts';
export type { Environment } from './access/find-kube-config.ts';
export type {
  HttpsOptions,
  KubeConfigCluster,
  KubeConfigContext,
  KubeConfigObject,
  KubeConfigUser,
} from './access/kube-config-object/kube-config-object.ts';
export { loadKubeConfig, type LoadKubeConfigOptions } from './access/load-kube-config.ts';
export type { ReadFile } from './access/read-file.ts';
export type { ProviderRequest, ProviderResponse, SendToProvider } from './access/provider-request.ts';
export type { WriteFile } from './access/write-file.ts';
export type { ProgramOptions, ProgramResult, RunProgram } from './access/run-program.ts';
export { createTransport, type PooledTransport, type TransportOptions } from './adapters/create-transport.ts';
export type { PingTimes } from './adapters/http2/ping-times.ts';
export * from './browser.ts';
