import type { TokenUser } from '@kb/apiserver';
import { CliError } from '../cli-error.ts';
import { readFlagFile } from './read-flag-file.ts';

/**
 * Reads a file of tokens in the format of kube-apiserver's `--token-auth-file`: CSV, one
 * `token,user,uid[,"group1,group2"]` a line. Throws a CliError that gives the number of an invalid line, and never its
 * content, or says why the file cannot be read.
 */
export function readTokenFile(file: string, cwd: string): Record<string, TokenUser> {
  const tokens = new Map<string, TokenUser>();
  readFlagFile({ flag: 'token-file', file, expected: 'a file of tokens' }, cwd)
    .split(/\r?\n/)
    .forEach((line, index) => {
      if (line.trim() === '' || line.startsWith('#')) return;
      const [token = '', name = '', uid, groups = ''] = readCells(line);
      if (token === '' || name === '' || uid === undefined) {
        throw new CliError(
          'KB_TOKEN_FILE_INVALID',
          `${file}, line ${index + 1}: expected token,user,uid and, if any, "group1,group2"`,
        );
      }
      if (tokens.has(token)) {
        throw new CliError('KB_TOKEN_FILE_INVALID', `${file}, line ${index + 1}: this token is in the file already`);
      }
      const list = groups.split(',').filter((group) => group !== '');
      tokens.set(token, { name, ...(uid !== '' && { uid }), ...(list.length > 0 && { groups: list }) });
    });
  if (tokens.size === 0) throw new CliError('KB_TOKEN_FILE_INVALID', `${file} has no token`);
  return Object.fromEntries(tokens);
}

/** Splits a line of CSV; quotes are doubled inside quotes. */
function readCells(line: string): string[] {
  return Array.from(line.matchAll(/(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^,]*))/g), ([, quoted, plain = '']) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
}
