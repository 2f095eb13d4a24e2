/** Why a server has no certificate to serve with: {@link CertificateError.code}. */
export const certificateErrorCodes = {
  KB_CERTIFICATE_KEY_MISMATCH: 'The private key of a server is not the one of its first certificate.',
  KB_CERTIFICATE_KEY_MISSING: 'There is no private key in the file that should hold one, or it cannot be parsed.',
  KB_CERTIFICATE_MISSING: 'There is no certificate in the file that should hold some, or it cannot be parsed.',
  KB_CERTIFICATE_UNREADABLE: "A file with a server's certificate or key cannot be read.",
} as const;

/** Why an object was left alone: {@link AlreadyControlledError.code}. */
export const alreadyControlledErrorCodes = {
  KB_ALREADY_CONTROLLED: 'Something else controls the object that was to be applied.',
  KB_NOT_CONTROLLED:
    'The object that was to be applied is there, nothing controls it, and this controller did not make it.',
} as const;

const otherErrorCodes = {
  KB_BAD_FLAG: 'The command line of an operator is not what the program understands.',
  KB_CACHE_NOT_STARTED: 'A read that waits was made before the cache was started.',
  KB_CACHE_READ_TIMEOUT:
    'A read of the cache waited longer than it may: for the first list, or for a write of this process to be seen.',
  KB_CACHE_STOPPED: 'A read of a cache that has stopped, or of a resource that was removed from it.',
  KB_CACHE_SYNC_TIMEOUT: "A controller's sources did not sync within its cacheSyncTimeout.",
  KB_CHANNEL_CLOSED: 'An event was sent to a channel that is closed.',
  KB_CREDENTIALS_REFUSED: 'The API server does not know who asks.',
  KB_FINALIZER_FAILED: 'A finalizer failed; the cause is what it rejected with.',
  KB_GRACEFUL_SHUTDOWN_TIMEOUT: 'Something was still running when the grace period of a shutdown was over.',
  KB_INITIAL_EVENTS_MISSING:
    'The end of a streaming list did not come: the server seems not to know sendInitialEvents.',
  KB_LEADERSHIP_LOST: 'This process does not hold the lease any more, or cannot be sure to.',
  KB_LEASE_REFUSED: "The API server refused a request of leader election; the error's status is its answer.",
  KB_LISTEN_FAILED: 'A server could not begin to listen, for a reason that the system gives no code for.',
  KB_LOCK_TIMEOUT: 'A request for the lease of leader election got no answer in time.',
  KB_MANAGER_STOPPING: 'Something was added to a manager that is stopping.',
  KB_NAMESPACE_NOT_CACHED: 'A read of a namespace that the cache does not hold.',
  KB_NO_ANSWER: 'A list or watch got no answer for so long that its connection must be dead.',
  KB_NOT_CACHED: 'A cached read of a resource that no controller of that cluster asked the cache for.',
  KB_PISCINA_MISSING: 'A pool of threads needs the package piscina, which is not installed.',
  KB_RATE_LIMITER_ANSWER: "A program's own rate limiter answered what is no number of milliseconds.",
  KB_RECONCILE_TIMEOUT: "A reconcile ran longer than its controller's reconciliationTimeout.",
  KB_VERY_SHORT_WATCH: 'A watch ended within a second and without an event.',
  KB_YOUNGER_HISTORY: 'The API server is at an older version than the last one seen.',
} as const;

/** The `code` of an error of this package. */
export type RuntimeErrorCode =
  keyof typeof alreadyControlledErrorCodes | keyof typeof certificateErrorCodes | keyof typeof otherErrorCodes;

/** Every `code` of an error that this package throws, and what it stands for. docs/errors.md says what to do. */
export const runtimeErrorCodes: Readonly<Record<RuntimeErrorCode, string>> = {
  ...alreadyControlledErrorCodes,
  ...certificateErrorCodes,
  ...otherErrorCodes,
};
