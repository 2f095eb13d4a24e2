import { formatFloat } from '../../codec/go-format.ts';
import { formatGoDuration } from '../../time/duration.ts';
import { elementsOf } from './list.ts';
import { fieldsOf } from './time.ts';
import { type CelValue, typeNameOf } from './value.ts';

/** A value in a message of an error, as Go's `%v` prints it. */
export function printValue(value: CelValue): string {
  if (typeof value !== 'object') return String(value);
  if (value === null) return '0';
  if (value instanceof Uint8Array) return `[${value.join(' ')}]`;
  switch (value.kind) {
    case 'double':
      return formatFloat(value.value);
    case 'uint':
      return String(value.value);
    case 'duration':
      return formatGoDuration(value.nanoseconds);
    case 'timestamp':
      return printTimestamp(value.seconds, value.nanos, value.offset);
    case 'optional':
      return value.value === undefined ? 'optional.none()' : `optional(${printValue(value.value)})`;
    case 'type':
      return value.name;
    case 'list':
      return `[${elementsOf(value).map(printValue).join(', ')}]`;
    case 'map':
      return `{${value
        .keys()
        .map((key) => `${printValue(key)}: ${printValue(value.find(key) ?? null)}`)
        .join(', ')}}`;
    case 'error':
      return value.message;
    case 'opaque':
      return typeNameOf(value);
  }
}

function printTimestamp(seconds: number, nanos: number, offset: number): string {
  const { year, month, date, hour, minute, second } = fieldsOf(seconds + offset);
  const [day, clock] = [
    [month, date],
    [hour, minute, second],
  ].map((parts) => parts.map((part) => String(part).padStart(2, '0')));
  const fraction =
    nanos === 0
      ? ''
      : `.${String(nanos)
          .padStart(9, '0')
          .replace(/0{1,8}$/, '')}`;
  const minutes = Math.trunc(Math.abs(offset) / 60);
  const zone = [Math.trunc(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join('');
  const written = `${offset < 0 ? '-' : '+'}${zone}`;
  return `${String(year).padStart(4, '0')}-${day?.join('-')} ${clock?.join(':')}${fraction} ${written} ${offset === 0 ? 'UTC' : written}`;
}
