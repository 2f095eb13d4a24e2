/** A selector that cannot be read. `message` is what the API server says of it (with 400 BadRequest). */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
