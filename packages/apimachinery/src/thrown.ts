/** The longest text of a thrown value, in UTF-16 units: the middle of longer texts is left out. */
export const MAX_THROWN_TEXT = 16_384;

/**
 * Reads a member of any value safely: undefined when there is none, when a getter or a Proxy throws, and when the
 * Proxy was revoked. Anything can be thrown, and code that inspects it must not throw again.
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
 * Whether a value is an Error; false when the check itself throws. Its members may still throw: read them with {@link
 * memberOf}.
 */
export function isError(value: unknown): value is Error {
  return isInstance(value, Error);
}

/** `value instanceof type`; false when the check itself throws. */
export function isInstance<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** The errors in an AggregateError, at most `limit`, and how many there are; undefined for other values. */
export function errorsIn(value: unknown, limit: number): { errors: unknown[]; count: number } | undefined {
  try {
    if (!(value instanceof AggregateError)) return undefined;
    const { errors } = value;
    return Array.isArray(errors) ? { errors: errors.slice(0, limit), count: errors.length } : undefined;
  } catch {
    return undefined;
  }
}

/** A string member, shortened to `limit`; undefined when the member is not a string. */
export function textIn(value: unknown, name: string, limit: number = MAX_THROWN_TEXT): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' ? shortened(text, limit) : undefined;
}

/**
 * Describes a thrown value for a message: an error's message or name, anything else as text. At most {@link
 * MAX_THROWN_TEXT} long, plus a note; never throws.
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
 * Shortens a text to at most `limit` UTF-16 units plus a note about the omitted middle: a message begins with the
 * important part, a stack ends with it.
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
