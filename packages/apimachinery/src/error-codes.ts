/** Every `code` of an error that this package throws, and its meaning. docs/errors.md describes the remedies. */
export const apimachineryErrorCodes = {
  KB_ALREADY_OWNED: 'The object already has another controller.',
  KB_CONNECTION_CLOSED: 'Bytes were sent to a side of a connection that reads no more.',
  KB_INVALID_OBJECT_KEY: 'A value is not the key of an object.',
} as const;

/** The `code` of an error of this package. */
export type ApimachineryErrorCode = keyof typeof apimachineryErrorCodes;
