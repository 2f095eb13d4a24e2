/** Why a server cannot use its certificates: {@link CertificateError.code}. */
export const certificateErrorCodes = {
  KB_CERTIFICATE_KEY_MISMATCH: 'The private key of a server does not belong to its first certificate.',
  KB_CERTIFICATE_KEY_MISSING: 'The file of the private key has no key, or the key cannot be parsed.',
  KB_CERTIFICATE_MISSING: 'The file of the certificates has none, or one cannot be parsed.',
  KB_CERTIFICATE_UNREADABLE: "A file with a server's certificate or key cannot be read.",
} as const;

/** Why an object was not written: {@link AlreadyControlledError.code}. */
export const alreadyControlledErrorCodes = {
  KB_ALREADY_CONTROLLED: 'Another owner controls the object to apply.',
  KB_NOT_CONTROLLED: 'The object to apply exists, nothing controls it, and this controller did not create it.',
} as const;

const otherErrorCodes = {
  KB_BAD_FLAG: 'The command line of an operator is invalid.',
  KB_CACHE_NOT_STARTED: 'A waiting read was made before the cache was started.',
  KB_CACHE_READ_TIMEOUT:
    'A read of the cache waited too long for the first list, or for a write of this process to appear.',
  KB_CACHE_STOPPED: 'A read of a cache that has stopped, or of a resource that was removed from it.',
  KB_CACHE_SYNC_TIMEOUT: "A controller's sources did not sync within its cacheSyncTimeout.",
  KB_CHANNEL_CLOSED: 'An event was sent to a channel that is closed.',
  KB_CREDENTIALS_REFUSED: 'The API server does not accept the credentials.',
  KB_FINALIZER_FAILED: 'A finalizer failed; `cause` has its error.',
  KB_GRACEFUL_SHUTDOWN_TIMEOUT: 'Something was still running when the grace period of a shutdown was over.',
  KB_INITIAL_EVENTS_MISSING:
    'A streaming list did not complete: the server probably does not support sendInitialEvents.',
  KB_LEADERSHIP_LOST: 'This process no longer holds the lease, or cannot be sure that it does.',
  KB_LEASE_REFUSED: 'The API server refused a request of leader election; the error has its status.',
  KB_LISTEN_FAILED: 'A server could not listen, for a reason without a code of the system.',
  KB_LOCK_TIMEOUT: 'A request for the lease of leader election got no response in time.',
  KB_MANAGER_STOPPING: 'Something was added to a manager that is stopping or has stopped.',
  KB_NAMESPACE_NOT_CACHED: 'A read of a namespace that the cache does not hold.',
  KB_NO_ANSWER: 'A list or watch got no response for so long that its connection must be dead.',
  KB_NOT_CACHED: 'A cached read of a resource that no controller of that cluster watches or reads.',
  KB_PISCINA_MISSING: 'A pool of threads needs the package piscina, which is not installed.',
  KB_RATE_LIMITER_ANSWER: 'A custom rate limiter did not return a number of milliseconds.',
  KB_RECONCILE_TIMEOUT: "A reconcile ran longer than its controller's reconciliationTimeout.",
  KB_VERY_SHORT_WATCH: 'A watch ended within a second without an event.',
  KB_YOUNGER_HISTORY: 'The API server is at an older version than the last one seen.',
} as const;

/** The `code` of an error of this package. */
export type RuntimeErrorCode =
  keyof typeof alreadyControlledErrorCodes | keyof typeof certificateErrorCodes | keyof typeof otherErrorCodes;

/** Every `code` of an error that this package throws, and its meaning. docs/errors.md says what to do. */
export const runtimeErrorCodes: Readonly<Record<RuntimeErrorCode, string>> = {
  ...alreadyControlledErrorCodes,
  ...certificateErrorCodes,
  ...otherErrorCodes,
};
