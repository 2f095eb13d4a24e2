/** Every `code` of an error that this package throws, and what it stands for. docs/errors.md says what to do. */
export const testingErrorCodes = {
  KB_CRD_FILE_EMPTY: 'A file or folder that a test reads CustomResourceDefinitions from has none.',
  KB_CRD_FILE_INVALID: 'A file that a test reads CustomResourceDefinitions from is no YAML and no JSON.',
  KB_CRD_FILE_NOT_FOUND: 'A file or folder that a test reads CustomResourceDefinitions from is not there.',
  KB_TRANSPORT_DIED: "A test's transport stopped working for good, as it was asked to.",
} as const;

/** The `code` of an error of this package. */
export type TestingErrorCode = keyof typeof testingErrorCodes;
