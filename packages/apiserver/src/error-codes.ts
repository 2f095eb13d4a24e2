/** Every `code` of an error that this package throws, and what it stands for. docs/errors.md says what to do. */
export const apiserverErrorCodes = {
  KB_NAMESPACED_OWNER: 'The simulated garbage collector met a cluster-scoped object whose owner is namespaced.',
  KB_NOT_LOOPBACK:
    'The embedded API server was to listen on an address that it does not listen on without TLS and authentication.',
  KB_UNKNOWN_OWNER_KIND: 'The simulated garbage collector met an owner of a kind that the server does not have.',
} as const;

/** The `code` of an error of this package. */
export type ApiserverErrorCode = keyof typeof apiserverErrorCodes;
