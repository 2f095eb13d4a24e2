/** The API server's rules for names and metadata. */
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
export { parseRequestWebUrl, parseWebUrl, type WebUrl } from './network/web-url.ts';
