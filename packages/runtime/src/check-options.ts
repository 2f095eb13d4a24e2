/** What an option must be, in words and as a check. */
export interface OptionRule {
  /** As in `a whole number from 1 on`. */
  readonly expected: string;
  /** It must be there. */
  readonly isRequired?: boolean;
  holds(value: unknown): boolean;
}

/** How many of something there are: at least one. */
export const aCount: OptionRule = {
  expected: 'a whole number from 1 on',
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

/** A time that 0 turns off, or makes end at once. */
export const someMilliseconds: OptionRule = {
  expected: 'a number of milliseconds from 0 on, such as seconds(30)',
  holds: (value) => typeof value === 'number' && value >= 0,
};

/** A time that has to pass. */
export const positiveMilliseconds: OptionRule = {
  expected: 'a number of milliseconds above 0, such as seconds(30)',
  holds: (value) => typeof value === 'number' && value > 0,
};

/** A time for which less than 0 has a meaning of its own. */
export const anyMilliseconds: OptionRule = {
  expected: 'a number of milliseconds, such as seconds(30)',
  holds: (value) => typeof value === 'number' && !Number.isNaN(value),
};

/** A time that has to pass, and to end: `Infinity` is none. */
export const finiteMilliseconds: OptionRule = {
  expected: 'a finite number of milliseconds above 0, such as seconds(30)',
  holds: (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
};

/** A switch. */
export const aBoolean: OptionRule = { expected: 'true or false', holds: (value) => typeof value === 'boolean' };

/** Something to be called. */
export const aFunction: OptionRule = { expected: 'a function', holds: (value) => typeof value === 'function' };

/** A name. */
export const aName: OptionRule = {
  expected: 'a text that is not empty',
  holds: (value) => typeof value === 'string' && value !== '',
};

/** A list, whatever is in it. */
export const aList: OptionRule = { expected: 'a list', holds: Array.isArray };

/** Something that has members. */
export const anObject: OptionRule = {
  expected: 'an object',
  holds: (value) => typeof value === 'object' && value !== null,
};

/** A handle of a kind. */
export const aResource: OptionRule = {
  expected: 'a resource, such as deployments of @kb/kubernetes/apps/v1',
  holds: (value) =>
    typeof value === 'object' && value !== null && 'plural' in value && 'kind' in value && 'version' in value,
};

/** For what has no default. */
export const required = (rule: OptionRule): OptionRule => ({ ...rule, isRequired: true });

/** One of some words. */
export const oneOf = (...words: readonly string[]): OptionRule => ({
  expected: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  holds: (value) => words.some((word) => word === value),
});

/**
 * Checks options that a program gives, which may be one without types. Throws a TypeError with the name of the first
 * that breaks its rule, what it should be and what it is; `where` says whose options they are, such as
 * `controller widget`.
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

/** The same for one value. */
export function checkOption(name: string, value: unknown, rule: OptionRule): void {
  if (value === undefined && rule.isRequired !== true) return;
  if (!rule.holds(value)) throw new TypeError(`${name} must be ${rule.expected}, got ${shown(value)}`);
}

/** Short, and without what is in an object. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
