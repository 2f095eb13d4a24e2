/** What built-in kinds are written as. */
export const BUILT_IN_TYPES: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
];

/** What lists of built-in kinds, which can be watched, are written as. */
export const LIST_TYPES: readonly string[] = [
  ...BUILT_IN_TYPES,
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
];

/** What custom resources are read and written as. */
export const CUSTOM_TYPES: readonly string[] = ['application/json', 'application/yaml'];

/** What built-in kinds are read as, and connections both ways: anything. */
export const ANY: readonly string[] = ['*/*'];

/** What patches of custom resources come as. */
export const CUSTOM_PATCH_TYPES: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];

/** What patches of built-in kinds come as. */
export const PATCH_TYPES: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
