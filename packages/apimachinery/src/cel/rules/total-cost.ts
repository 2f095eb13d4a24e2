import { type FieldError, fieldForbidden } from '../../field-error.ts';
import { saturate } from '../cost/bounds.ts';
import { toFixedExactly } from '../library/extensions/exact-decimal.ts';

/** What a rule, or the expression for its message, may cost at most, as often as it can be evaluated in one object. */
export const EXPRESSION_LIMIT = 10_000_000n;
/** What all of a schema may cost together. */
const TOTAL_LIMIT = 100_000_000n;
/** Those that contribute less are not named. */
const NAMED_COST = TOTAL_LIMIT / 100n;
const MOST_NAMED = 4;

/** What the expressions of a schema are estimated to cost together. */
export class TotalCost {
  #total = 0n;
  #expensive: { readonly path: string; readonly cost: bigint }[] = [];

  /** Adds an expression. */
  add(path: string, cost: bigint): void {
    this.#total = saturate(this.#total + cost);
    if (cost < NAMED_COST) return;
    // Of equal ones, the first stays first.
    const after = this.#expensive.findIndex((other) => other.cost < cost);
    this.#expensive.splice(after === -1 ? this.#expensive.length : after, 0, { path, cost });
    this.#expensive = this.#expensive.slice(0, MOST_NAMED);
  }

  /** The errors if it is too much: the most expensive expressions, then the sum. `path`: that of the schema. */
  errors(path: string): FieldError[] {
    if (this.#total <= TOTAL_LIMIT) return [];
    const contributed = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#expensive.map((each) => fieldForbidden(each.path, contributed)),
      fieldForbidden(path, costMessage(name, this.#total, TOTAL_LIMIT)),
    ];
  }
}

/** How many times a cost is the limit, and what to do about that. */
export function costMessage(name: string, cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  const digits = factor < 1.5 ? 6 : 1;
  const times = factor > 100 ? 'more than 100x' : `${toFixedExactly(factor, digits)}x`;
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${name} exceeds budget by factor of ${times} (${advice})`;
}
