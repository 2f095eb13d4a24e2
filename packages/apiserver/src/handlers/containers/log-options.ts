import { badRequest, type FieldError, fieldForbidden, fieldInvalid, invalid, parseTime } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { booleanParameter } from '../../http/query.ts';
import { refuse } from '../../refuse.ts';

/** What a client wants of the output of a container: core/v1 PodLogOptions. */
export interface LogOptions {
  /** Empty: the only container. */
  readonly container: string;
  readonly follow: boolean;
  /** The output of the run before the current one. */
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly sinceSeconds: number | undefined;
  /** Milliseconds since the epoch. */
  readonly sinceTime: number | undefined;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
}

/** Reads the options of a Pod's log. Throws the StatusError of wrong ones. */
export function readLogOptions(query: URLSearchParams, podName: string): LogOptions {
  const options: LogOptions = {
    container: query.get('container') ?? '',
    follow: booleanParameter(query, 'follow'),
    limitBytes: integer(query, 'limitBytes'),
    previous: booleanParameter(query, 'previous'),
    sinceSeconds: integer(query, 'sinceSeconds'),
    sinceTime: time(query, 'sinceTime'),
    tailLines: integer(query, 'tailLines'),
    timestamps: booleanParameter(query, 'timestamps'),
  };
  const errors = errorsOf(options, query.has('stream'));
  if (errors.length > 0) refuse(invalid({ group: '', kind: 'PodLogOptions' }, podName, errors));
  return options;
}

function errorsOf(options: LogOptions, hasStream: boolean): FieldError[] {
  const { tailLines, limitBytes, sinceSeconds, sinceTime } = options;
  const positive = 'must be greater than 0';
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0)
    errors.push(fieldInvalid('tailLines', tailLines, 'must be greater than or equal to 0'));
  if (limitBytes !== undefined && limitBytes < 1) errors.push(fieldInvalid('limitBytes', limitBytes, positive));
  if (sinceSeconds !== undefined && sinceTime !== undefined)
    errors.push(fieldForbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(fieldInvalid('sinceSeconds', sinceSeconds, positive));
  // The feature that lets clients choose a stream is alpha.
  if (hasStream) errors.push(fieldForbidden('stream', 'may not be specified'));
  return errors;
}

const LARGEST = 2n ** 63n;

/** Reads a whole number as Go does. */
function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const wrong = (why: string): never => refuse(badRequest(`strconv.ParseInt: parsing ${quoteString(text)}: ${why}`));
  if (!/^[+-]?\d+$/.test(text)) return wrong('invalid syntax');
  // More digits than a number of 64 bits has are never parsed.
  const digits = text.replace(/^[+-]?0*/, '');
  const value = digits.length > 19 ? LARGEST : BigInt(digits === '' ? '0' : digits);
  const isNegative = text.startsWith('-');
  if (value >= LARGEST && !(isNegative && value === LARGEST)) return wrong('value out of range');
  return isNegative ? -Number(value) : Number(value);
}

function time(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  const form = '2006-01-02T15:04:05Z07:00';
  const message = `parsing time ${quoteString(text)} as ${quoteString(form)}: cannot parse ${quoteString(text)} as "2006"`;
  return parseTime(text) ?? refuse(badRequest(message));
}
