import { elementsOf } from '../../values/list.ts';
import { formatFloat } from '../../../codec/go-format.ts';
import { formatTimestamp } from '../../values/time.ts';
import { type CelMap, type CelValue, isError, typeNameOf } from '../../values/value.ts';

/** A value as tools/cel-oracle writes it. */
export interface Described {
  readonly type: string;
  readonly text?: string;
  readonly items?: readonly Described[];
  readonly entries?: readonly Described[];
}

/** A result as tools/cel-oracle writes it. */
export function describeResult(value: CelValue): { readonly value: Described } | { readonly error: string } {
  return isError(value) ? { error: value.message } : { value: describe(value) };
}

function describe(value: CelValue): Described {
  const type = typeNameOf(value);
  if (typeof value !== 'object' || value === null) return { type, text: String(value) };
  if (value instanceof Uint8Array) return { type, text: Buffer.from(value).toString('base64') };
  switch (value.kind) {
    case 'double':
      return { type, text: formatFloat(value.value) };
    case 'uint':
      return { type, text: String(value.value) };
    case 'duration':
      return { type, text: String(value.nanoseconds) };
    case 'timestamp':
      return { type, text: formatTimestamp({ ...value, offset: 0 }) };
    case 'type':
      return { type, text: value.name };
    case 'optional':
      return { type, ...(value.value === undefined ? {} : { items: [describe(value.value)] }) };
    case 'list':
      return { type, ...(value.size === 0 ? {} : { items: elementsOf(value).map(describe) }) };
    case 'map':
      return { type, ...(value.size === 0 ? {} : { entries: describeEntries(value) }) };
    case 'opaque':
    case 'error':
      return { type };
  }
}

/** The keys of a map, each before its value, in the order of their forms. */
function describeEntries(map: CelMap): Described[] {
  return map
    .keys()
    .map((key) => [describe(key), describe(map.find(key) ?? null)])
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    .flat();
}
