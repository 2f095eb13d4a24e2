import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { compareDefinitions } from '../../../../../packages/import/src/compare-definitions.ts';

/** The first difference of two CRDs: its path, the expected and the actual value. Undefined if they are equal. */
export function describeDifference(wanted: JsonObject, given: JsonObject | undefined): string | undefined {
  if (given === undefined) return 'it is not generated';
  const [first] = compareDefinitions(wanted, given);
  if (first === undefined) return undefined;
  const [want, have] = shorten(textOf(first.wanted), textOf(first.given));
  return `${first.path}\n  wanted ${want}\n  given  ${have}`;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : stringifyJson(value, { sortKeys: true });
}

/** How many characters are shown before and after the first difference of two texts. */
const SHOWN = 60;

/** The parts of two texts around their first difference. */
function shorten(wanted: string, given: string): readonly [string, string] {
  let at = 0;
  while (at < wanted.length && wanted[at] === given[at]) at += 1;
  const part = (text: string): string => {
    const start = Math.max(0, at - SHOWN);
    const end = at + SHOWN;
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  };
  return [part(wanted), part(given)];
}
