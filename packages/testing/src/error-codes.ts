/** Every `code` of an error that this package throws, and its meaning. docs/errors.md describes the remedies. */
export const testingErrorCodes = {
  KB_CRD_FILE_EMPTY: 'A file or folder that a test reads CustomResourceDefinitions from contains none.',
  KB_CRD_FILE_INVALID: 'A file that a test reads CustomResourceDefinitions from is neither YAML nor JSON.',
  KB_CRD_FILE_NOT_FOUND: 'A file or folder that a test reads CustomResourceDefinitions from does not exist.',
  KB_PERMISSION_MISSING: 'The operator of a test made a request that its role does not allow.',
  KB_RBAC_FILE_INVALID: 'The RBAC manifests of the operator are missing, cannot be read, or have no ServiceAccount.',
  KB_TRANSPORT_DIED: "A test's dying transport has stopped working, as configured.",
  KB_WEBHOOK_FILE_INVALID: 'A file or folder of webhook configurations is missing, cannot be read, or contains none.',
  KB_WEBHOOK_PATH_MISMATCH: 'The webhook configurations of a test call other paths than its webhooks serve.',
} as const;

/** The `code` of an error of this package. */
export type TestingErrorCode = keyof typeof testingErrorCodes;
