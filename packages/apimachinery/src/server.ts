/** The API server's rules for names and metadata, schedules of CronJobs, and what objects take of ResourceQuotas. */
export {
  coerceObjectMeta,
  type CoercedObjectMeta,
  type CoerceObjectMetaOptions,
} from './metadata/coerce-object-meta.ts';
export {
  TOTAL_ANNOTATION_SIZE_LIMIT,
  validateAnnotations,
  validateFinalizers,
  validateFieldManager,
  validateLabels,
  validateObjectMeta,
  type ValidateObjectMetaOptions,
  validateObjectMetaUpdate,
} from './metadata/validate-object-meta.ts';
export { compareVersions } from './names/compare-versions.ts';
export * from './names/dns-names.ts';
export { isLabelValue, isQualifiedName, LABEL_MAX_LENGTH } from './names/label-names.ts';
export {
  type NameCheck,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  nameIsPathSegment,
} from './names/object-names.ts';
export * from './names/other-names.ts';
export { utf8Length } from './names/utf8-length.ts';
export { formatAddress, isMappedIpv4, parseAddress } from './network/address.ts';
export { trimSpace } from './text/trim-space.ts';
export { parseRequestWebUrl, parseWebUrl, type WebUrl } from './network/web-url.ts';
export { podLimits, podRequests, type PodResourcesOptions } from './quota/pod-resources.ts';
export { countOf, type MeasuredRequest, type QuotaEvaluator, type ScopeSelector } from './quota/quota-evaluator.ts';
export { isInScopes, quotaEvaluatorOf, scopesOf } from './quota/quota-registry.ts';
export type { MeasuredObject } from './quota/read-object.ts';
export {
  addAmounts,
  asInt64,
  compareAmounts,
  equalResources,
  exceeding,
  increaseOf,
  nothing,
  one,
  only,
  printResources,
  readResources,
  type ResourceList,
  resourcesAsJson,
  roundedUp,
  subtractAmounts,
  sumOf,
  withoutZeros,
} from './quota/resource-list.ts';
export {
  isContainerResource,
  isExtendedResource,
  isHugePages,
  isNativeResource,
  isQuotaResource,
  isStandardResource,
  isWholeResource,
} from './quota/resource-names.ts';
export { parseSchedule, type ParsedSchedule, type Schedule } from './schedule/schedule.ts';
export { formatOffset, type TimeZone, timeZone } from './schedule/time-zone.ts';
export { explainDuration } from './time/duration.ts';
export { carryConnection } from './connection/carry-connection-adapter.ts';
export { socketOver } from './connection/socket-over-adapter.ts';
export { untilAborted } from './connection/until-aborted.ts';
export { ErrorList, errorsOfEach } from './status/listed-errors.ts';
export { doAllSteps } from './schema/do-all-steps.ts';
