import { readFlagFile } from '../../api-server/read-flag-file.ts';
import { CliError } from '../../cli-error.ts';
import type { CommandContext, FlagValues } from '../../command-line/command.ts';
import { headerText, licenses, readHeaderText } from './license-header.ts';

/** The flags of the header of sources, which `kb init` and `kb edit` have. */
export const licenseFlags = {
  license: {
    type: 'string',
    value: 'LICENSE',
    description: 'The license in the header of each source: apache2, copyright or none. Default: none.',
  },
  owner: {
    type: 'string',
    value: 'OWNER',
    description: 'The holder of the copyright in that header; without --license its license is apache2.',
  },
  'license-file': {
    type: 'string',
    value: 'FILE',
    description: 'A file with the header instead, a comment of TypeScript; " YEAR" in it becomes the year.',
  },
} as const;

/** The values of the flags of the header. */
export type LicenseValues = FlagValues<typeof licenseFlags>;

/**
 * The header that the flags ask for, empty for none; undefined if no flag was given. What one flag leaves open is as in
 * the present header. Throws a CliError for values that are not valid.
 */
export function askedHeader(
  { license, owner, 'license-file': file }: LicenseValues,
  { cwd, present }: { readonly cwd: string; readonly present: string },
): string | undefined {
  if (owner !== undefined) checkOwner(owner);
  if (license !== undefined && !isLicense(license)) {
    throw wrongFlag(
      `--license: kb has no header of ${JSON.stringify(license)}`,
      `Expected ${licenses.join(', ')}; --license-file takes any other header.`,
    );
  }
  if (file !== undefined) return readHeaderFile(file, cwd);
  if (license === undefined && owner === undefined) return undefined;
  const words = readHeaderText(present);
  if (words === undefined && license === undefined) {
    throw wrongFlag(
      '--owner: the project has a header of its own words',
      'Give --license too, or write the owner into the header, whose file PROJECT names.',
    );
  }
  const kept = words?.license === 'none' ? undefined : words?.license;
  return headerText({ license: license ?? kept ?? 'apache2', owner: owner ?? words?.owner ?? '' });
}

/** The year for the headers of new projects. */
export function thisYear({ now = Date.now }: Pick<CommandContext, 'now'>): string {
  return new Date(now()).getFullYear().toString();
}

function isLicense(text: string): text is (typeof licenses)[number] {
  return licenses.some((one) => one === text);
}

/** Throws a CliError for a name that would end the comment, or its line. */
function checkOwner(owner: string): void {
  if (owner.trim() === owner && owner !== '' && !/\p{Cc}|\p{Zl}|\p{Zp}|\*\//u.test(owner)) return;
  throw wrongFlag(
    `--owner: ${JSON.stringify(owner)} is not the name of an owner`,
    'Expected one line without */, such as --owner "The Crew".',
  );
}

function readHeaderFile(name: string, cwd: string): string {
  const flag = { flag: 'license-file', file: name, expected: 'a file with a header' };
  const text = readFlagFile(flag, cwd)
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  if (text === '') return '';
  if (!isComment(text)) {
    throw wrongFlag(
      `--license-file: ${name} has more than a comment, and every source will begin with it`,
      'Expected a text that begins with /* and ends with */, or lines that begin with //.',
    );
  }
  return `${text}\n`;
}

function isComment(text: string): boolean {
  if (text.startsWith('/*')) return text.length >= 4 && text.indexOf('*/', 2) === text.length - 2;
  return text.split('\n').every((line) => line.startsWith('//'));
}

function wrongFlag(message: string, hint: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint, exitCode: 2 });
}
