/** A selector that cannot be parsed. `message` is the API server's (with 400 BadRequest). */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
