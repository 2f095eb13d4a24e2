/** A rule for an option: a description for messages, and a check. */
export interface OptionRule {
  /** A description, such as `a whole number from 1 on`. */
  readonly expected: string;
  /** The option is required. */
  readonly isRequired?: boolean;
  holds(value: unknown): boolean;
}

/** A count of at least one. */
export const aCount: OptionRule = {
  expected: 'a whole number from 1 on',
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

/** A time where 0 disables something, or ends it at once. */
export const someMilliseconds: OptionRule = {
  expected: 'a number of milliseconds from 0 on, such as seconds(30)',
  holds: (value) => typeof value === 'number' && value >= 0,
};

/** A time above 0. */
export const positiveMilliseconds: OptionRule = {
  expected: 'a number of milliseconds above 0, such as seconds(30)',
  holds: (value) => typeof value === 'number' && value > 0,
};

/** A time where a negative number has its own meaning. */
export const anyMilliseconds: OptionRule = {
  expected: 'a number of milliseconds, such as seconds(30)',
  holds: (value) => typeof value === 'number' && !Number.isNaN(value),
};

/** A time above 0 that ends: not `Infinity`. */
export const finiteMilliseconds: OptionRule = {
  expected: 'a finite number of milliseconds above 0, such as seconds(30)',
  holds: (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
};

/** A boolean. */
export const aBoolean: OptionRule = { expected: 'true or false', holds: (value) => typeof value === 'boolean' };

/** A function. */
export const aFunction: OptionRule = { expected: 'a function', holds: (value) => typeof value === 'function' };

/** A name: a non-empty text. */
export const aName: OptionRule = {
  expected: 'a text that is not empty',
  holds: (value) => typeof value === 'string' && value !== '',
};

/** A list of anything. */
export const aList: OptionRule = { expected: 'a list', holds: Array.isArray };

/** An object. */
export const anObject: OptionRule = {
  expected: 'an object',
  holds: (value) => typeof value === 'object' && value !== null,
};

/** A resource handle. */
export const aResource: OptionRule = {
  expected: 'a resource, such as deployments of @kb/kubernetes/apps/v1',
  holds: (value) =>
    typeof value === 'object' && value !== null && 'plural' in value && 'kind' in value && 'version' in value,
};

/** Makes a rule required: for options without a default. */
export const required = (rule: OptionRule): OptionRule => ({ ...rule, isRequired: true });

/** One of the given words. */
export const oneOf = (...words: readonly string[]): OptionRule => ({
  expected: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  holds: (value) => words.some((word) => word === value),
});

/**
 * Checks options, which may come from untyped code. Throws a TypeError that names the first invalid option, what was
 * expected, and its value; `where` is the owner of the options, such as `controller widget`.
 */
export function checkOptions<T extends object>(
  where: string,
  options: T,
  rules: { readonly [K in keyof T]?: OptionRule },
): void {
  for (const [name, rule] of Object.entries<OptionRule | undefined>(rules)) {
    if (rule) checkOption(`${where}: ${name}`, Reflect.get(options, name), rule);
  }
}

/** Checks one value, like {@link checkOptions}. */
export function checkOption(name: string, value: unknown, rule: OptionRule): void {
  if (value === undefined && rule.isRequired !== true) return;
  if (!rule.holds(value)) throw new TypeError(`${name} must be ${rule.expected}, got ${shown(value)}`);
}

/** Describes a value briefly: objects only by type. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
