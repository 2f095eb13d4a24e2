/** The media types of built-in kinds in responses. */
export const builtInTypes: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
];

/** The media types of lists of built-in kinds, which can be watched. */
export const listTypes: readonly string[] = [
  ...builtInTypes,
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
];

/** The media types of custom resources, in requests and responses. */
export const customTypes: readonly string[] = ['application/json', 'application/yaml'];

/** The media types of built-in kinds in requests, and of connections in both directions: any. */
export const any: readonly string[] = ['*/*'];

/** The media types of patches of custom resources. */
export const customPatchTypes: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];

/** The media types of patches of built-in kinds. */
export const patchTypes: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
