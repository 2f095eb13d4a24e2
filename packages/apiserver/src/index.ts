/**
 * The embedded API server: kube-apiserver's behaviour inside your own process, for development and tests, never for
 * production. Without RBAC, every authenticated user has all permissions; all data is in memory. What is not enforced
 * is reported once: {@link ApiServerOptions.onNotEnforced}.
 *
 * @module
 */
export { type ApiServer, type ApiServerOptions, createApiServer } from './server/api-server.ts';
export type { ListeningApiServer } from './server/listening-server.ts';
export type { AuthenticationOptions, NamedUser, TokenUser } from './authentication/authenticate.ts';
export { ClientCaError } from './authentication/adapters/authorities.ts';
export type { CertificateUser, ClientCertificate } from './authentication/adapters/client-certificates.ts';
export type { SigningKey } from './authentication/adapters/signing-key.ts';
export type { SecretTokenDemand } from './authentication/secret-tokens.ts';
export type { AuthorizationMode } from './authorization/authorizer.ts';
export { type ListenOptions, NotLoopbackError } from './adapters/http-listener.ts';
export type { KeptHistory, KeptWrite } from './storage/kept-history.ts';
export type { AuditedObject, AuditedUser, AuditEvent } from './audit/audit-event.ts';
export type { AuditOptions } from './audit/audit-log.ts';
export type { AuditedResources, AuditPolicy, AuditRule, AuditStage } from './audit/audit-policy.ts';
export type { AuditLevel } from './audit/audit-annotations.ts';
export { AuditPolicyError, readAuditPolicy } from './audit/read-policy.ts';
export { admissionPluginNames, AdmissionPluginsError } from './plugins/plugin-names.ts';
export type { NotEnforced } from './not-enforced/not-enforced.ts';
export type { NotEnforcedReason } from './not-enforced/not-enforced-rules.ts';
export type { WebhookTarget } from './webhooks/adapters/send-webhook.ts';
export type { WebhookOptions } from './webhooks/call-webhook.ts';
export type { WebhookService } from './webhooks/webhook-address.ts';
