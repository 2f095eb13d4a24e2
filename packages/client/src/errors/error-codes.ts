/** Why no answer came: {@link ConnectionError.code}. */
export const connectionErrorCodes = {
  KB_ANSWER_TIMEOUT: 'The server took the request, and then nothing came for longer than it works on one.',
  KB_CERTIFICATE_REJECTED:
    "The server's certificate is not signed by a trusted authority, is out of date, or is for another name.",
  KB_CONNECTION_FAILED: 'No response came, for a reason without a code of its own; see the cause.',
  KB_CONNECTION_LOST: 'The connection broke before the answer was complete.',
  KB_CONNECTION_REFUSED: 'Nothing listens at the address of the server.',
  KB_CONNECTION_TIMEOUT: 'No connection was made in time.',
  KB_HOST_NOT_FOUND: "The host's name has no address.",
  KB_HOST_UNREACHABLE: "The host's network cannot be reached.",
  KB_TLS_FAILED: 'The two sides have no common version of TLS, or the other side does not use TLS.',
  KB_TRANSPORT_CLOSED: 'The transport was closed by this process.',
} as const;

/** Why there is no credential: {@link CredentialError.code}. */
export const credentialErrorCodes = {
  KB_CREDENTIAL_FILE_UNREADABLE: 'A file with a token, certificate or key cannot be read.',
  KB_EXEC_PLUGIN_FAILED:
    'The program of an exec plugin is not there, failed, or printed something other than a credential.',
  KB_KUBECONFIG_OBJECT_FAILED: 'A KubeConfig object that the program gave failed when it was asked for a credential.',
  KB_OIDC_REFRESH_FAILED: 'The identity provider gave no new OpenID Connect token, or cannot be asked for one.',
} as const;

/** Why a request cannot be made: {@link InvalidRequestError.code}. */
export const invalidRequestErrorCodes = {
  KB_INVALID_OBJECT_NAME: 'A request names no object, or has a name or namespace that cannot be part of a path.',
  KB_KIND_DIFFERS: 'An object was given of another kind than the handle says.',
  KB_METADATA_ONLY: 'A handle of metadata only was given where the whole object is sent.',
  KB_NAMESPACE_DIFFERS: 'The client works in one namespace, and another one was given.',
  KB_NAMESPACE_NOT_ALLOWED: 'The resource is cluster-scoped, and a namespace was given.',
  KB_NAMESPACE_REQUIRED: 'The resource is namespaced, and no namespace was given.',
  KB_OWNER_INVALID: 'The owner cannot own the object: it is in another namespace, or was not read from the server.',
} as const;

/** What can be wrong with a kubeconfig: {@link KubeConfigError.code}. */
export const kubeConfigErrorCodes = {
  KB_KUBECONFIG_DANGLING:
    'A context names a cluster or user that is not there, or a file that a user or cluster needs is missing.',
  KB_KUBECONFIG_MALFORMED: 'A kubeconfig is not YAML, or does not have the form of a kubeconfig.',
  KB_KUBECONFIG_NOT_FOUND: 'There is no kubeconfig at the given place, or none at all.',
  KB_KUBECONFIG_UNKNOWN_CONTEXT: 'The context is not in the kubeconfig, or none was chosen.',
  KB_KUBECONFIG_UNREADABLE: 'A kubeconfig is there but cannot be read.',
  KB_KUBECONFIG_UNSUPPORTED:
    'A kubeconfig has a well-formed setting that cannot work, or that this client does not support.',
} as const;

const otherErrorCodes = {
  KB_NO_KIND_MATCH: 'The server does not have a kind that was asked for.',
  KB_PING_UNANSWERED: 'The server did not answer an HTTP/2 ping in time: the cause of a KB_CONNECTION_LOST.',
  KB_UNEXPECTED_RESPONSE: 'The server responded with success, but not as the Kubernetes API does.',
} as const;

/** The `code` of an error of this package. */
export type ClientErrorCode =
  | keyof typeof connectionErrorCodes
  | keyof typeof credentialErrorCodes
  | keyof typeof invalidRequestErrorCodes
  | keyof typeof kubeConfigErrorCodes
  | keyof typeof otherErrorCodes;

/** Every `code` of an error that this package throws, and what it stands for. docs/errors.md says what to do. */
export const clientErrorCodes: Readonly<Record<ClientErrorCode, string>> = {
  ...connectionErrorCodes,
  ...credentialErrorCodes,
  ...invalidRequestErrorCodes,
  ...kubeConfigErrorCodes,
  ...otherErrorCodes,
};
