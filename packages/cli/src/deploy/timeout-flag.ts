import { CliError } from '../cli-error.ts';

/** The flag for how long a command waits. */
export const timeoutFlag = {
  type: 'string',
  value: 'SECONDS',
  description: 'How long to wait for the cluster. Default: 120.',
} as const;

/** Its value in milliseconds. Throws a CliError if it is not a number of seconds. */
export function timeoutOf(text = '120'): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new CliError('KB_WRONG_FLAGS', `--timeout is a whole number of seconds from 1 to 86400, not "${text}"`, {
    hint: 'For example --timeout 300.',
    exitCode: 2,
  });
}
