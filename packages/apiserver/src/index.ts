/**
 * The embedded API server: kube-apiserver's behaviour in the process of whoever needs it, for development and tests,
 * never for production. It allows everything to whoever it knows (RBAC objects are stored and not enforced), and keeps
 * everything in memory.
 *
 * @module
 */
export {
  type ApiServer,
  type ApiServerOptions,
  createApiServer,
  type ListeningApiServer,
} from './server/api-server.ts';
export type { AuthenticationOptions, TokenUser } from './authentication/authenticate.ts';
export { type ListenOptions, NotLoopbackError } from './adapters/http-listener.ts';
export type { WebhookTarget } from './conversion/adapters/send-webhook.ts';
export type { WebhookOptions } from './conversion/call-webhook.ts';
export type { WebhookService } from './conversion/conversion-webhook.ts';
