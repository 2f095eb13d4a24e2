/** A text that is not a valid path. */
export class PathSyntaxError extends Error {
  override readonly name = 'PathSyntaxError';
}
