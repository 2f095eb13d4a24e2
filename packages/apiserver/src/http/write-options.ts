import { type FieldError, fieldForbidden, fieldNotSupported, fieldRequired, invalid } from '@kb/apimachinery';
import { validateFieldManager } from '@kb/apimachinery/server';
import { refuse } from '../refuse.ts';
import { booleanParameter } from './query.ts';

/** How a write treats fields that the kind does not have. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** Options of a write, from its query. */
export interface WriteOptions {
  readonly dryRun: boolean;
  /** The field manager: `fieldManager`, or the first word of the user agent. */
  readonly manager: string;
  readonly fieldValidation: FieldValidation;
  /** For a server-side apply: take fields from other managers. */
  readonly force: boolean;
}

/** The parts of a request that contain the options of a write. */
export interface RequestOptions {
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the options of a create, update or patch. Throws a StatusError that lists all problems. */
export function readWriteOptions(
  { query, headers }: RequestOptions,
  kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  apply = false,
): WriteOptions {
  const fieldManager = query.get('fieldManager') ?? '';
  const errors: FieldError[] = [];
  const force = booleanParameter(query, 'force');
  if (kind === 'PatchOptions') {
    if (apply && fieldManager === '') errors.push(fieldRequired('fieldManager', 'is required for apply patch'));
    if (!apply && query.has('force')) errors.push(fieldForbidden('force', 'may not be specified for non-apply patch'));
  }
  errors.push(...validateFieldManager(fieldManager), ...dryRunErrors(query.getAll('dryRun')));
  const fieldValidation = query.get('fieldValidation') ?? '';
  if (!['', 'Ignore', 'Warn', 'Strict'].includes(fieldValidation)) {
    errors.push(fieldNotSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']));
  }
  if (errors.length > 0) refuse(invalid({ group: 'meta.k8s.io', kind }, '', errors));
  return {
    dryRun: query.has('dryRun'),
    manager: fieldManager || managerOfUserAgent(headers['user-agent'] ?? ''),
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation),
    force,
  };
}

/** The errors of `dryRun`: only `All` is known. */
export function dryRunErrors(values: readonly string[]): FieldError[] {
  return values.every((value) => value === 'All') ? [] : [fieldNotSupported('dryRun', [...values], ['All'])];
}

function managerOfUserAgent(userAgent: string): string {
  const [client = ''] = userAgent.split('/', 1);
  // Nearly all managers are ASCII: checking each character costs more than the rest of the options.
  if (/^[ -~]{1,128}$/.test(client)) return client;
  const printable = Array.from(client).filter((char) => /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(char));
  let name = '';
  for (const char of printable) {
    if (new TextEncoder().encode(name + char).length > 128) break;
    name += char;
  }
  return name || 'unknown';
}
