/** Every `code` of the errors that this package throws, with its meaning. docs/errors.md says what to do. */
export const apiserverErrorCodes = {
  KB_NOT_LOOPBACK: 'The embedded API server listens on addresses other than loopback only with TLS and authentication.',
} as const;

/** The `code` of an error of this package. */
export type ApiserverErrorCode = keyof typeof apiserverErrorCodes;
