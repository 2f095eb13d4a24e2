/** How long the text of something thrown may be, in UTF-16 units: what is longer loses its middle. */
export const MAX_THROWN_TEXT = 16_384;

/**
 * A member of anything, read without trusting it: undefined where it has none, where a getter or a Proxy throws, and
 * where the Proxy was revoked. Anything can be thrown, and what looks at it must not throw once more.
 */
export function memberOf(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return undefined;
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
}

/**
 * Whether it is an Error; false for what throws when it is asked. Its members may throw all the same: read them with
 * {@link memberOf}.
 */
export function isError(value: unknown): value is Error {
  return isInstance(value, Error);
}

/** `value instanceof type`, and false for what throws when it is asked. */
export function isInstance<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** The errors in an AggregateError, at most `limit` of them, and how many there are; undefined for what is none. */
export function errorsIn(value: unknown, limit: number): { errors: unknown[]; count: number } | undefined {
  try {
    if (!(value instanceof AggregateError)) return undefined;
    const { errors } = value;
    return Array.isArray(errors) ? { errors: errors.slice(0, limit), count: errors.length } : undefined;
  } catch {
    return undefined;
  }
}

/** The text that a member is, shortened to `limit`; undefined for any other member. */
export function textIn(value: unknown, name: string, limit: number = MAX_THROWN_TEXT): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' ? shortened(text, limit) : undefined;
}

/**
 * What a message says of something thrown: an error's message or name, anything else as text. At most {@link
 * MAX_THROWN_TEXT} long and a note; never throws.
 */
export function messageOfThrown(thrown: unknown): string {
  if (isError(thrown)) return textIn(thrown, 'message') || textIn(thrown, 'name') || 'an error that cannot be read';
  try {
    return shortened(String(thrown));
  } catch {
    return `${typeof thrown === 'function' ? 'a function' : 'an object'} that cannot be read`;
  }
}

/**
 * A text of at most `limit` UTF-16 units, and a note of what was left out of its middle: a message begins with what
 * matters, a stack ends with it.
 */
export function shortened(text: string, limit: number = MAX_THROWN_TEXT): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const start = text.slice(0, isHighSurrogate(text, half - 1) ? half - 1 : half);
  const end = text.slice(isHighSurrogate(text, text.length - half - 1) ? 1 - half : -half);
  return `${start}… (${text.length - start.length - end.length} characters left out) …${end}`;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}
