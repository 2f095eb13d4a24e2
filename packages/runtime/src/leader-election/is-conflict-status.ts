/**
 * Whether an error is an API server's answer 409. Looked at by its shape: the thread that renews the lease loads no
 * other package.
 */
export function isConflictStatus(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false;
  const { status } = error;
  if (typeof status !== 'object' || status === null) return false;
  return ('reason' in status && status.reason === 'Conflict') || ('code' in status && status.code === 409);
}
