/** Returns what Go's decoder calls a JSON value in its errors: `array`, `bool`, `number`, `object` or `string`. */
export function jsonTypeName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
