/** What built-in kinds are written as. */
export const builtInTypes: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
];

/** What lists of built-in kinds, which can be watched, are written as. */
export const listTypes: readonly string[] = [
  ...builtInTypes,
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
];

/** What custom resources are read and written as. */
export const customTypes: readonly string[] = ['application/json', 'application/yaml'];

/** What built-in kinds are read as, and connections both ways: anything. */
export const any: readonly string[] = ['*/*'];

/** What patches of custom resources come as. */
export const customPatchTypes: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];

/** What patches of built-in kinds come as. */
export const patchTypes: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
