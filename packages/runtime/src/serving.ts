// For programs that make the servers of their manager themselves: the probes, HTTP and TLS, certificates. `runManager`
// does it by flags.
export { createSelfSignedCertificate, type SelfSignedCertificate } from './certificates/adapters/self-signed.ts';
export {
  type AuthorityWatcher,
  type CertWatcher,
  createAuthorityWatcher,
  createCertWatcher,
} from './certificates/cert-watcher.ts';
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
  serveHttp,
} from './serving/http-server.ts';
export { ListenError } from './serving/listen-error.ts';
export { notFoundResponse, textResponse } from './serving/text-response.ts';
