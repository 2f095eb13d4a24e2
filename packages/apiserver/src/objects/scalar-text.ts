/** A scalar as text. Whatever else a client may have sent, and nothing at all, is an empty text. */
export function scalarText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return value.toString();
    default:
      return '';
  }
}
