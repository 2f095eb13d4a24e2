export { admit, type Admitted, type AdmitRequest, type AdmitScope } from './admit.ts';
export { seededRandom } from '@kb/apimachinery';
export type { NotEnforcedReason } from '@kb/apiserver';
export type { ContainerBehavior, ContainerContext, ImageBehaviors } from '@kb/simulation';
export { type ControlPlaneChoice, KUBECONFIG_VARIABLE } from './control-plane.ts';
export {
  type Eventually,
  type EventuallyOptions,
  eventuallyOn,
  eventuallyOnVirtualTime,
  whileTimePasses,
} from './eventually.ts';
export type { TestingErrorCode } from './error-codes.ts';
export { type OperatorSettings, type TestCluster, type TestOperator } from './operator.ts';
export { CrdFileError, type CrdManifest, patchCrds, readCrds } from './manifests/read-crds.ts';
export { MissingPermissionError, type RefusedRequest } from './permissions/permission-recorder.ts';
export type { PermissionRequest, RoleRule } from './permissions/permission.ts';
export { type OperatorRbac, RbacFileError } from './permissions/read-rbac.ts';
export {
  defineStory,
  playStory,
  type PlayStoryOptions,
  type StepResult,
  type Story,
  type StoryEnvironment,
  type StoryStep,
} from './story.ts';
export {
  createTestEnvironment,
  type StartOperatorOptions,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './test-environment.ts';
export { type CountingTransport, countingTransport, isWrite } from './transports/counting-transport.ts';
export {
  type DeathPoint,
  type DyingTransport,
  dyingTransport,
  TransportDiedError,
} from './transports/dying-transport.ts';
export type { FaultRates, OpeningFault, RequestFault, StreamFault } from './transports/fault-rates.ts';
export {
  type FaultCounts,
  type FaultyTransport,
  faultyTransport,
  type FaultyTransportOptions,
} from './transports/faulty-transport.ts';
export {
  readWebhookConfigurations,
  WebhookConfigurationError,
  type WebhookManifest,
} from './webhooks/webhook-configurations.ts';
