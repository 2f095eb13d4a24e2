// For programs that create the servers of their manager themselves: probes, HTTP and TLS, certificates. `runManager`
// creates them by flags.
export { createSelfSignedCertificate, type SelfSignedCertificate } from './certificates/self-signed-adapter.ts';
export {
  type AuthorityWatcher,
  type CertWatcher,
  createAuthorityWatcher,
  createCertWatcher,
} from './certificates/files/cert-watcher.ts';
export type { WebhookCaller, WebhookService } from './certificates/own/inject-authorities.ts';
export {
  createOwnCertificate,
  type OwnCertificate,
  type OwnCertificateOptions,
} from './certificates/own/own-certificate.ts';
export { CertificateError, type CertificateErrorCode } from './certificates/certificate-error.ts';
export type { CertificateMetrics } from './certificates/certificate-metrics.ts';
export {
  type AuthoritySource,
  type CertificatePair,
  type CertificateSource,
  fixedSource,
} from './certificates/certificate-source.ts';
export { type HealthCheck, ping } from './health/health-check.ts';
export { createHealthServer, type HealthServer, type HealthServerOptions } from './health/health-server.ts';
export {
  type HttpHandler,
  type HttpServer,
  type HttpServerOptions,
  type ListeningAddress,
} from './serving/http-server.ts';
export { serveHttp } from './serving/adapters/serve-http.ts';
export { ListenError } from './serving/listen-error.ts';
export { notFoundResponse, textResponse } from './serving/text-response.ts';
