/** The codes of {@link ConnectionError}. */
export const connectionErrorCodes = {
  KB_ANSWER_TIMEOUT: 'The server accepted the request, but did not respond within the time that it may take.',
  KB_CERTIFICATE_REJECTED:
    "The server's certificate is not signed by a trusted authority, has expired, or is for another name.",
  KB_CONNECTION_FAILED: 'No response came, for a reason without a code of its own; see the cause.',
  KB_CONNECTION_LOST: 'The connection broke before the response was complete.',
  KB_CONNECTION_REFUSED: 'Nothing listens at the address of the server.',
  KB_CONNECTION_TIMEOUT: 'The connection was not established in time.',
  KB_HOST_NOT_FOUND: "The host's name has no address.",
  KB_HOST_UNREACHABLE: "The host's network cannot be reached.",
  KB_TLS_FAILED: 'The two sides have no common version of TLS, or the other side does not use TLS.',
  KB_TRANSPORT_CLOSED: 'The transport was closed by this process.',
} as const;

/** The codes of {@link CredentialError}. */
export const credentialErrorCodes = {
  KB_CREDENTIAL_FILE_UNREADABLE: 'A file with a token, certificate or key cannot be read.',
  KB_EXEC_PLUGIN_FAILED:
    'The program of an exec plugin is missing, failed, or printed something other than a credential.',
  KB_KUBECONFIG_OBJECT_FAILED: 'A KubeConfig object that the program passed failed to provide a credential.',
  KB_OIDC_REFRESH_FAILED: 'No new OpenID Connect token could be obtained from the identity provider.',
} as const;

/** The codes of {@link InvalidRequestError}. */
export const invalidRequestErrorCodes = {
  KB_INVALID_OBJECT_NAME: 'A request has no object name, or has a name or namespace that cannot be part of a path.',
  KB_INVALID_PORT: 'The port of a port-forward is not a number from 1 to 65535.',
  KB_KIND_DIFFERS: 'The object is of another kind than the handle.',
  KB_METADATA_ONLY: 'A metadata-only handle was used where the whole object is sent.',
  KB_NAMESPACE_DIFFERS: 'The client is limited to one namespace, and the request is for another one.',
  KB_NAMESPACE_NOT_ALLOWED: 'The resource is cluster-scoped, but the request has a namespace.',
  KB_NAMESPACE_REQUIRED: 'The resource is namespaced, but the request has no namespace.',
  KB_OWNER_INVALID: 'The owner cannot own the object: it is in another namespace, or was not read from the server.',
} as const;

/** The codes of {@link KubeConfigError}. */
export const kubeConfigErrorCodes = {
  KB_KUBECONFIG_DANGLING:
    'A context names a cluster or user that does not exist, or a file that a user or cluster needs is missing.',
  KB_KUBECONFIG_MALFORMED: 'A kubeconfig is not YAML, or does not have the form of a kubeconfig.',
  KB_KUBECONFIG_NOT_FOUND: 'There is no kubeconfig at the given place, or none at all.',
  KB_KUBECONFIG_UNKNOWN_CONTEXT: 'The context is not in the kubeconfig, or none is selected.',
  KB_KUBECONFIG_UNREADABLE: 'A kubeconfig exists but cannot be read.',
  KB_KUBECONFIG_UNSUPPORTED:
    'A kubeconfig has a well-formed setting that cannot work, or that this client does not support.',
} as const;

/** The codes of {@link StreamError}. */
export const streamErrorCodes = {
  KB_NO_WEB_SOCKETS: 'The transport of the client has no WebSockets, which exec, attach and port-forward need.',
  KB_OUTPUT_TOO_LONG: 'A process wrote more output than the result collects.',
  KB_PORT_FORWARD_FAILED: 'The node could not connect to the port of the Pod, or lost the connection.',
  KB_STREAM_ENDED: 'The server closed a stream before it reported the end of the process.',
} as const;

const otherErrorCodes = {
  KB_NO_KIND_MATCH: 'The server does not have the requested kind.',
  KB_PING_UNANSWERED: 'The server did not answer an HTTP/2 ping in time: the cause of a KB_CONNECTION_LOST.',
  KB_UNEXPECTED_RESPONSE: 'The server responded with success, but not as the Kubernetes API does.',
} as const;

/** The `code` of an error of this package. */
export type ClientErrorCode =
  | keyof typeof connectionErrorCodes
  | keyof typeof credentialErrorCodes
  | keyof typeof invalidRequestErrorCodes
  | keyof typeof kubeConfigErrorCodes
  | keyof typeof streamErrorCodes
  | keyof typeof otherErrorCodes;

/** Every `code` of an error that this package throws, and its meaning. docs/errors.md describes the remedies. */
export const clientErrorCodes: Readonly<Record<ClientErrorCode, string>> = {
  ...connectionErrorCodes,
  ...credentialErrorCodes,
  ...invalidRequestErrorCodes,
  ...kubeConfigErrorCodes,
  ...streamErrorCodes,
  ...otherErrorCodes,
};
