import type { Clock } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { CliError } from '../../cli-error.ts';
import type { OperatorAccount } from '../cluster/operator-account.ts';

/** How long after the first refused request others are collected, in milliseconds: each has a marker to write. */
const MORE_REFUSALS = 2000;

/**
 * Resolves with the result of a story. Rejects with a CliError soon after the operator's first refused request, instead
 * of waiting until a step of the story times out; and at the end of the story, if a request was refused meanwhile.
 */
export async function untilRefused(
  account: Pick<OperatorAccount, 'refusals' | 'refused'> | undefined,
  story: Promise<number>,
  clock: Pick<Clock, 'sleep'> = systemClock,
): Promise<number> {
  if (account === undefined) return story;
  const ended = new AbortController();
  const refused = account.refused
    .then(() => clock.sleep(MORE_REFUSALS, ended.signal))
    .then(
      () => undefined,
      () => undefined,
    );
  try {
    const code = await Promise.race([story, refused]);
    if (account.refusals.length === 0 && code !== undefined) return code;
  } finally {
    ended.abort();
  }
  throw new CliError('KB_OPERATOR_REFUSED', `the operator has no permission to ${account.refusals.join('; to ')}`, {
    hint: 'What to write is printed above, after each refused request.',
  });
}
