/** Every `code` of an error that this package throws, and what it stands for. docs/errors.md says what to do. */
export const apimachineryErrorCodes = {
  KB_ALREADY_OWNED: 'Another object controls the object that was to get a controller.',
  KB_INVALID_OBJECT_KEY: 'What was given as the key of an object is none.',
} as const;

/** The `code` of an error of this package. */
export type ApimachineryErrorCode = keyof typeof apimachineryErrorCodes;
