export type {
  AccessParts,
  ClusterAccess,
  Credential,
  Credentials,
  TextSource,
  TlsMaterial,
} from './surroundings/cluster-access.ts';
export type { Environment } from './surroundings/environment.ts';
export type {
  HttpsOptions,
  KubeConfigCluster,
  KubeConfigContext,
  KubeConfigObject,
  KubeConfigUser,
} from './access/kube-config/document/kube-config-object.ts';
export { loadKubeConfig, type LoadKubeConfigOptions } from './access/kube-config/load-kube-config.ts';
export type { ReadFile } from './surroundings/read-file.ts';
export type { ProviderRequest, ProviderResponse, SendToProvider } from './surroundings/provider-request.ts';
export type { WriteFile } from './surroundings/write-file.ts';
export type { ProgramOptions, ProgramResult, RunProgram } from './surroundings/run-program.ts';
export { type ForwardedPort, forwardPort, type ForwardPortOptions } from './adapters/port-forward/forward-port.ts';
export { createTransport, type PooledTransport, type TransportOptions } from './adapters/transport/create-transport.ts';
export type { PingTimes } from './adapters/transport/http2/ping-times.ts';
export * from './browser.ts';
