/**
 * The browser entry of `@kb/client`: everything except what needs files, sockets or programs. Imports no Node module.
 * @module
 */
export { fetchTransport, type FetchTransportOptions } from './adapters/transport/fetch-transport.ts';
export { systemClock } from './adapters/system/system-clock.ts';
export { systemRandom } from './adapters/system/system-random.ts';
export type * from './checked-arguments.ts';
export type * from './call-options.ts';
export type * from './client.ts';
export * from './patch.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export type { DiscoveredResource } from './dynamic/discovery.ts';
export { findResource } from './dynamic/find-resource.ts';
export { createRestMapper, type KindReference, type RestMapper } from './dynamic/rest-mapper.ts';
export type { UntypedObject, UntypedResource } from './dynamic/untyped.ts';
export type {
  ObservedRequest,
  RequestObservation,
  RequestObserver,
  RequestOutcome,
} from './observe/request-observer.ts';
export type { Span, SpanAttributes, Tracer } from './observe/tracer.ts';
export {
  ConnectionError,
  type ConnectionErrorCode,
  type ConnectionErrorOptions,
  isConnectionLost,
} from './errors/connection-error.ts';
export { CredentialError, type CredentialErrorCode } from './errors/credential-error.ts';
export type { ClientErrorCode } from './errors/error-codes.ts';
export { InvalidRequestError, type InvalidRequestErrorCode } from './errors/invalid-request-error.ts';
export { KubeConfigError, type KubeConfigErrorCode } from './errors/kube-config-error.ts';
export { NoMatchError } from './errors/no-match-error.ts';
export { UnexpectedResponseError } from './errors/unexpected-response-error.ts';
export { listEach, listPages, type PagingOptions } from './rest/verbs/list-pages.ts';
export { StreamError, type StreamErrorCode } from './errors/stream-error.ts';
export type * from './container-streams.ts';
export type * from './metrics.ts';
export type { Scale, SubresourceClient, SubresourceClientOf, TokenRequest } from './subresources.ts';
export { changeOptions, type CommonDeleteOptions, type OptionsChange } from './wrappers/change-options.ts';
export { dryRunClient } from './wrappers/dry-run-client.ts';
export {
  type ClientInterceptors,
  interceptClient,
  type Intercepted,
  type InterceptedSubresource,
  type InterceptedSubresourceVerb,
} from './wrappers/intercept-client.ts';
export { namespacedClient } from './wrappers/namespaced-client.ts';
export { withFieldOwner } from './wrappers/with-field-owner.ts';
export { withFieldValidation } from './wrappers/with-field-validation.ts';
export { withSignal } from './wrappers/with-signal.ts';
