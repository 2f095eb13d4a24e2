import { isDns1123Subdomain } from './dns-names.ts';
import { regexMessage, tooLongMessage } from './name-messages.ts';

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const NAME_PATTERN = new RegExp(`^${NAME}$`);
const VALUE = `(${NAME})?`;
const VALUE_PATTERN = new RegExp(`^${VALUE}$`);
const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const nameExamples = ['MyName', 'my.name', '123-abc'];

/** The longest label value, and the longest name part of a label key. */
export const LABEL_MAX_LENGTH = 63;

/**
 * Checks the key of a label, an annotation or a finalizer (`example.com/my-name` or `my-name`). Returns the problems.
 */
export function isQualifiedName(value: string): string[] {
  const parts = value.split('/');
  if (parts.length > 2) {
    const rule = regexMessage(`a valid label key ${NAME_RULE}`, NAME, ...nameExamples);
    return [`${rule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const errors: string[] = [];
  const name = parts.at(-1) ?? '';
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    const problems = prefix === '' ? ['must be non-empty'] : isDns1123Subdomain(prefix, 'bytes');
    errors.push(...problems.map((problem) => `prefix part ${problem}`));
  }
  const problems = name === '' ? ['must be non-empty'] : tooLongMessage(name, LABEL_MAX_LENGTH, 'bytes');
  errors.push(...problems.map((problem) => `name part ${problem}`));
  if (!NAME_PATTERN.test(name)) errors.push(`name part ${regexMessage(NAME_RULE, NAME, ...nameExamples)}`);
  return errors;
}

/** Checks the value of a label. Returns the problems. */
export function isLabelValue(value: string): string[] {
  const errors = tooLongMessage(value, LABEL_MAX_LENGTH, 'bytes');
  if (!VALUE_PATTERN.test(value)) {
    const rule = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`;
    errors.push(regexMessage(rule, VALUE, 'MyValue', 'my_value', '12345'));
  }
  return errors;
}
