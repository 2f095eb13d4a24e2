import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { compareDefinitions } from '../../../../../packages/import/src/compare-definitions.ts';

/** The first difference of two CRDs: its path, what is wanted and what is given. Undefined when they are the same. */
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

/** How much of a text is shown on either side of where it begins to differ. */
const SHOWN = 60;

/** The parts of two texts around where they begin to differ. */
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
