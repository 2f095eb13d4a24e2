const sizes = new WeakMap<object, number>();

/**
 * Returns the number of bytes of a value's JSON without writing it. An object that occurs many times is measured once,
 * so the value must not change afterwards. A member that is undefined counts a few bytes.
 */
export function jsonSize(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'bigint') return String(value).length;
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value));
  const present = sizes.get(value);
  if (present !== undefined) return present;
  // The brackets and commas.
  let size = 1;
  if (Array.isArray(value)) for (const item of value) size += jsonSize(item) + 1;
  else for (const [key, member] of Object.entries(value)) size += jsonSize(key) + 1 + jsonSize(member) + 1;
  if (size === 1) size = 2;
  sizes.set(value, size);
  return size;
}
