/** A server could not listen. The message says where, and why not. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  /**
   * The system's: `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, `ENOTFOUND`… Errors with a code are not bugs: logs show no
   * stack.
   */
  readonly code: string;
  /** The address as it was configured. */
  readonly address: string;

  constructor(server: string, address: string, cause: unknown) {
    const code = codeOf(cause);
    // Node's error: not read with @kb/apimachinery, which the thread that serves probes does not load.
    const why = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
    super(`the ${server} cannot listen on ${address}: ${why}`, { cause });
    this.code = code;
    this.address = address;
  }
}

const reasons: Readonly<Record<string, string | undefined>> = {
  EADDRINUSE: 'the address is already in use by another process or server',
  EACCES: 'permission denied: ports below 1024 need a privilege',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host name is unknown',
};

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'KB_LISTEN_FAILED';
}
