/** The error for a kind that the server does not have. */
export class NoMatchError extends Error {
  override readonly name = 'NoMatchError';
  readonly code = 'KB_NO_KIND_MATCH';
  readonly group: string;
  readonly version: string | undefined;
  readonly kind: string;
  constructor({
    group,
    version,
    kind,
  }: {
    readonly group: string;
    readonly version?: string | undefined;
    readonly kind: string;
  }) {
    const where = [group, version].filter(Boolean).join('/') || 'the core group';
    super(`the server has no kind "${kind}" in ${where}: is its CustomResourceDefinition installed?`);
    this.group = group;
    this.version = version;
    this.kind = kind;
  }
}
