/** A text that is no path. */
export class PathSyntaxError extends Error {
  override readonly name = 'PathSyntaxError';
}
