import { formatQuantity, type ParsedQuantity, parseQuantity } from '../quantity/quantity.ts';
import { isJsonObject } from '../codec/own-property.ts';
import type { JsonObject } from '../json.ts';
import { compareUtf8 } from '../codec/stringify-json.ts';

/** Amounts of resources, by their names: a ResourceList of the API. */
export type ResourceList = ReadonlyMap<string, ParsedQuantity>;

/** The amount 0. */
export const nothing: ParsedQuantity = { unscaled: 0n, scale: 0, format: 'DecimalSI' };
/** The amount 1, of a counted object. */
export const one: ParsedQuantity = { unscaled: 1n, scale: 0, format: 'DecimalSI' };

/** Reads a ResourceList of an object; anything else is empty. Throws a QuantityError. */
export function readResources(value: unknown): Map<string, ParsedQuantity> {
  const list = new Map<string, ParsedQuantity>();
  if (!isJsonObject(value)) return list;
  for (const [name, amount] of Object.entries(value)) {
    if (typeof amount === 'string' || typeof amount === 'number') list.set(name, parseQuantity(amount));
  }
  return list;
}

/** Returns a list as objects have it. */
export function resourcesAsJson(list: ResourceList): JsonObject {
  return Object.fromEntries([...list].map(([name, amount]) => [name, formatQuantity(amount)]));
}

/** Compares two amounts: negative, zero or positive. */
export function compareAmounts(a: ParsedQuantity, b: ParsedQuantity): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unscaledAt(a, scale) - unscaledAt(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The sum of two amounts, with the suffixes of the first one unless that is zero. */
export function addAmounts(a: ParsedQuantity, b: ParsedQuantity): ParsedQuantity {
  const scale = Math.max(a.scale, b.scale);
  const unscaled = unscaledAt(a, scale) + unscaledAt(b, scale);
  return { unscaled, scale, format: a.unscaled === 0n ? b.format : a.format };
}

/** The difference of two amounts, with the suffixes of {@link addAmounts}. */
export function subtractAmounts(a: ParsedQuantity, b: ParsedQuantity): ParsedQuantity {
  return addAmounts(a, { ...b, unscaled: -b.unscaled });
}

function unscaledAt({ unscaled, scale }: ParsedQuantity, wanted: number): bigint {
  return scale === wanted ? unscaled : unscaled * 10n ** BigInt(wanted - scale);
}

/** Rounds an amount to a number of digits after the decimal point: up, or down if it is negative. */
export function roundedUp({ unscaled, scale, format }: ParsedQuantity, digits: 0 | 3 = 0): ParsedQuantity {
  if (scale <= digits) return { unscaled, scale, format };
  const unit = 10n ** BigInt(scale - digits);
  const whole = unscaled / unit;
  const rest = unscaled % unit;
  return { unscaled: rest === 0n ? whole : whole + (unscaled > 0n ? 1n : -1n), scale: digits, format };
}

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * An amount in units of `10 ** -digits`, rounded up, as an int64. One that is too large for that is 0, as in
 * kube-apiserver.
 */
export function asInt64(amount: ParsedQuantity, digits: 0 | 3 = 0): bigint {
  const { unscaled } = roundedUp({ ...amount, unscaled: amount.unscaled * 10n ** BigInt(digits) });
  return unscaled > MAX_INT64 || unscaled < -MAX_INT64 ? 0n : unscaled;
}

/** Adds the amounts of a list to another, which changes. */
export function addTo(list: Map<string, ParsedQuantity>, more: ResourceList): void {
  for (const [name, amount] of more) {
    const present = list.get(name);
    list.set(name, present ? addAmounts(present, amount) : amount);
  }
}

/** Raises the amounts of a list to those of another. */
export function raiseTo(list: Map<string, ParsedQuantity>, other: ResourceList): void {
  for (const [name, amount] of other) {
    const present = list.get(name);
    if (!present || compareAmounts(amount, present) > 0) list.set(name, amount);
  }
}

/** The sums of the amounts in two lists. */
export function sumOf(a: ResourceList, b: ResourceList): Map<string, ParsedQuantity> {
  const sum = new Map(a);
  addTo(sum, b);
  return sum;
}

/** What `after` has more than `before`; never below zero. */
export function increaseOf(after: ResourceList, before: ResourceList): Map<string, ParsedQuantity> {
  const increase = new Map<string, ParsedQuantity>();
  for (const [name, amount] of after) {
    const difference = subtractAmounts(amount, before.get(name) ?? nothing);
    increase.set(name, difference.unscaled > 0n ? difference : nothing);
  }
  for (const name of before.keys()) if (!increase.has(name)) increase.set(name, nothing);
  return increase;
}

/** The amounts of some resources only. */
export function only(list: ResourceList, names: { has: (name: string) => boolean }): Map<string, ParsedQuantity> {
  return new Map([...list].filter(([name]) => names.has(name)));
}

/** The amounts other than zero. */
export function withoutZeros(list: ResourceList): Map<string, ParsedQuantity> {
  return new Map([...list].filter(([, { unscaled }]) => unscaled !== 0n));
}

/** Whether two lists have the same amounts of the same resources, however they are written. */
export function equalResources(a: ResourceList, b: ResourceList): boolean {
  if (a.size !== b.size) return false;
  for (const [name, amount] of a) {
    const other = b.get(name);
    if (!other || compareAmounts(amount, other) !== 0) return false;
  }
  return true;
}

/** The resources of which a list has more than the limits allow. */
export function exceeding(list: ResourceList, limits: ResourceList): string[] {
  return [...limits].flatMap(([name, limit]) => {
    const amount = list.get(name);
    return amount && compareAmounts(amount, limit) > 0 ? [name] : [];
  });
}

/** A list as messages show it: `cpu=1,memory=1Gi`. */
export function printResources(list: ResourceList): string {
  return [...list]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([name, amount]) => `${name}=${formatQuantity(amount)}`)
    .join(',');
}
