import { utf8Length } from './utf8-length.ts';

/**
 * The message for a value that does not match the regular expression `pattern`: the rule in words, examples, the
 * expression.
 */
export function regexMessage(rule: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${rule} (regex used for validation is '${pattern}')`;
  const quoted = examples.map((example) => `'${example}', `).join(' or ');
  return `${rule} (e.g. ${quoted}regex used for validation is '${pattern}')`;
}

/**
 * The message for a value of more than `max` bytes of UTF-8, in a list; an empty list otherwise. Upstream counts
 * bytes, whichever unit the message names.
 */
export function tooLongMessage(value: string, max: number, unit: 'characters' | 'bytes'): string[] {
  return utf8Length(value) > max ? [`must be no more than ${max} ${unit}`] : [];
}
