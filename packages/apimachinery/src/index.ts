export type { ApplyInput, ApplyMetadata, DeepPartial } from './object/apply-input.ts';
export { type Cancel, type Clock, monotonicNow, type Random } from './clock/clock.ts';
export { type BytePipe, ConnectionClosedError, createBytePipe } from './connection/byte-pipe.ts';
export { connectionPair } from './connection/connection-pair.ts';
export { drained, type WrittenStream } from './connection/drained.ts';
export type {
  ContainerHost,
  ContainerOutput,
  ContainerRunTarget,
  ContainerUsage,
  HostedPod,
  KubeletTarget,
  LogLine,
  ProcessStreams,
  TerminalSize,
} from './connection/container-host.ts';
export type { ApimachineryErrorCode } from './error-codes.ts';
export * from './field-error.ts';
export type { DeepReadonly, JsonObject, JsonPrimitive, JsonValue } from './json.ts';
export { equalJson } from './json/equal-json.ts';
export {
  type AnyCondition,
  type ConditionInput,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from './metadata/conditions.ts';
export {
  AlreadyOwnedError,
  controllerOf,
  isControlledBy,
  type Owned,
  type OwnerKind,
  ownerReferenceTo,
  type OwnerReferenceOptions,
  ownershipProblem,
  withOwnerReference,
} from './metadata/owner-references.ts';
export {
  type ClusterObjectKey,
  formatObjectKey,
  type InferredFrom,
  InvalidObjectKeyError,
  keyOf,
  type NamedObject,
  type NamespaceNotAllowed,
  type ObjectInScope,
  type ObjectKey,
  type ObjectKeyFor,
  type ObjectKeyLike,
  parseObjectKey,
} from './object/object-key.ts';
export type {
  Condition,
  FieldsV1,
  KubernetesList,
  KubernetesObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectInput,
  ObjectMeta,
  ObjectMetaInput,
  OwnerReference,
} from './object/object.ts';
export {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  QuantityError,
  quantityToNumber,
  type ParsedQuantity,
  formatQuantity,
} from './quantity/quantity.ts';
export {
  apiVersionOf,
  type ClusterResource,
  defineResource,
  metadataOf,
  type MetadataResource,
  type ObjectOf,
  type Resource,
  type ResourceDefinition,
  resourceId,
  type Table,
  type TableColumn,
  type TableResource,
  tablesOf,
} from './object/resource.ts';
export type { Narrowed } from './object/narrowed.ts';
export { type QuantityField, quantityFields, type WithQuantities } from './object/with-quantities.ts';
export type * from './object/scalars.ts';
export { repeatOnVirtualTime, type RepeatOptions } from './clock/repeat-on-virtual-time.ts';
export { randomUuid, seededRandom } from './clock/random.ts';
export { settleEventLoop } from './clock/settle-adapter.ts';
export { sleepBy } from './clock/sleep-by.ts';
export * from './status/status-factories.ts';
export * from './status/status.ts';
export {
  errorsIn,
  isError,
  isInstance,
  MAX_THROWN_TEXT,
  memberOf,
  messageOfThrown,
  shortened,
  textIn,
} from './thrown.ts';
export { formatDuration, parseDuration, parseDurationNanoseconds } from './time/duration.ts';
export { formatMicroTime, formatTime, parseTime } from './time/format-time.ts';
export {
  type Connection,
  directTransport,
  type HttpBody,
  type HttpRequest,
  type HttpResponse,
  type RequestHandler,
  type Transport,
} from './connection/transport.ts';
export { createVirtualClock, type VirtualClock, type VirtualClockOptions } from './clock/virtual-clock.ts';
