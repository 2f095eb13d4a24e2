import type { FlagValues } from '../command-line/command.ts';
import { CliError } from '../cli-error.ts';
import type { webhookFlags } from './webhook-flags.ts';

/** What `kb create webhook` is to add. */
export interface WebhookRequest {
  readonly kind: string;
  readonly group: string | undefined;
  readonly version: string | undefined;
  readonly defaulting: boolean;
  readonly validation: boolean;
  readonly conversion: boolean;
  /** Undefined: every other version of the kind. */
  readonly spokes: readonly string[] | undefined;
  readonly defaultingPath: string | undefined;
  readonly validationPath: string | undefined;
}

/** Reads the flags of `kb create webhook`. Throws a CliError for those that contradict each other. */
export function readWebhookRequest(values: FlagValues<typeof webhookFlags>): WebhookRequest {
  const { kind, group, version, spoke } = values;
  const defaulting = values.defaulting ?? false;
  const validation = values['programmatic-validation'] ?? false;
  const conversion = values.conversion ?? false;
  for (const flag of ['external-api-path', 'external-api-domain', 'external-api-module'] as const) {
    if (values[flag] === undefined) continue;
    throw wrong(
      `--${flag} names a package of Go`,
      'Import the kind first with "kb create api --external-api SOURCE". Give its whole group with --group then.',
    );
  }
  if (kind === undefined) throw wrong('missing --kind', 'Run "kb create webhook --help".');
  if (!defaulting && !validation && !conversion) {
    throw wrong(
      'a webhook needs at least one of --defaulting, --programmatic-validation and --conversion',
      'Run "kb create webhook --help".',
    );
  }
  for (const [path, flag, given] of [
    ['defaulting-path', '--defaulting', defaulting],
    ['validation-path', '--programmatic-validation', validation],
  ] as const) {
    const value = values[path];
    if (value === undefined) continue;
    if (!given) throw wrong(`--${path} can only be used with ${flag}`, `Add ${flag}.`);
    if (!/^(?:\/[a-zA-Z0-9-_]+)+$/.test(value)) {
      throw wrong(
        `"${value}" is not a path of a webhook (--${path})`,
        'Expected segments of letters, digits, "-" and "_", such as /custom-validate.',
      );
    }
  }
  if (spoke !== undefined && !conversion)
    throw wrong('--spoke can only be used with --conversion', 'Add --conversion.');
  const spokes = spoke?.split(',').map((one) => one.trim());
  const twice = spokes?.find((one, index) => spokes.indexOf(one) !== index);
  if (twice !== undefined) throw wrong(`duplicate spoke version: ${twice}`, 'Name each version once in --spoke.');
  return {
    kind,
    group,
    version,
    defaulting,
    validation,
    conversion,
    spokes,
    defaultingPath: values['defaulting-path'],
    validationPath: values['validation-path'],
  };
}

function wrong(message: string, hint: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint, exitCode: 2 });
}
