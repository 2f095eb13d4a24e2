import { formatQuantity, parseQuantity } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { roundedUp } from '@kb/apimachinery/server';
import { own } from '../../../objects/api-object.ts';

/** What an amount contains that is not a whole number of thousandths. */
const SMALL = /[.nu]|e-/i;

/** Rounds the amounts of lists of resources up to thousandths, as kube-apiserver does when it reads them. */
export function roundResources(parent: unknown, ...fields: readonly string[]): void {
  for (const field of fields) {
    const list = own(parent, field);
    if (!isJsonObject(list)) continue;
    for (const [name, amount] of Object.entries(list)) {
      if (typeof amount !== 'string' || !SMALL.test(amount)) continue;
      const exact = parseQuantity(amount);
      const rounded = roundedUp(exact, 3);
      if (rounded.scale !== exact.scale) list[name] = formatQuantity(rounded);
    }
  }
}
