/** Every `code` of an error that this package throws, and what it stands for. docs/errors.md says what to do. */
export const apimachineryErrorCodes = {
  KB_ALREADY_OWNED: 'Another object controls the object that was to get a controller.',
} as const;

/** The `code` of an error of this package. */
export type ApimachineryErrorCode = keyof typeof apimachineryErrorCodes;
