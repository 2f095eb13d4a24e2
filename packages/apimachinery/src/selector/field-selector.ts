import { compareUtf8 } from '../codec/stringify-json.ts';
import { SelectorError } from './selector-error.ts';

/** One condition on a field of an object. */
export interface FieldRequirement {
  /** Such as `metadata.name` or `spec.nodeName`. */
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/**
 * Conditions on fields of an object, of which all must hold. None: matches everything. The supported fields depend on
 * the kind: the API server checks them.
 */
export type FieldSelector = readonly FieldRequirement[];

/**
 * Reads the text form of a field selector: `metadata.name=web,status.phase!=Failed`; values escape `\\`, `\,` and
 * `\=`. Throws a {@link SelectorError} with the API server's message.
 */
export function parseFieldSelector(text: string): FieldSelector {
  return splitTerms(text)
    .sort(compareUtf8)
    .filter((term) => term !== '')
    .map((term) => {
      const match = /!=|==?/u.exec(term);
      if (match === null) throw new SelectorError(`invalid selector: '${text}'; can't understand '${term}'`);
      const [operator] = match;
      const value = unescapeValue(term.slice(match.index + operator.length));
      return {
        field: term.slice(0, match.index),
        operator: operator === '!=' ? ('!=' as const) : ('=' as const),
        value,
      };
    })
    .filter(({ field, value }) => field !== '' || value !== '');
}

function splitTerms(text: string): string[] {
  return text.match(/(?:\\[^]|[^\\,]|\\$)+/gu) ?? [];
}

function unescapeValue(value: string): string {
  return value.replace(/\\([^]?)|[,=]/gu, (found, escaped: string | undefined) => {
    if (escaped === undefined)
      throw new SelectorError(`invalid field selector: unescaped character in value: ${found.codePointAt(0)}`);
    if (escaped !== '\\' && escaped !== ',' && escaped !== '=') {
      throw new SelectorError(`invalid field selector: invalid escape sequence: ${found}`);
    }
    return escaped;
  });
}

/** Whether fields match a selector. A missing field has the value `''`. */
export function matchesFields(selector: FieldSelector, valueOf: (field: string) => string | undefined): boolean {
  return selector.every(({ field, operator, value }) => ((valueOf(field) ?? '') === value) === (operator === '='));
}

/** The text form, as in `fieldSelector` of a request. */
export function formatFieldSelector(selector: FieldSelector): string {
  return selector
    .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, '\\$&')}`)
    .join(',');
}
