// Interrupts every command that writes at each step of its writing, runs kb create api in processes that are killed,
// and three of them at once: node tools/ci/src/killed-commands.ts [--command "create webhook"] [--kills 200] [--rounds
// 20] [--seed N]. --kills 0 and --rounds 0 leave out the processes.
import { seededRandom } from '@kb/apimachinery';
import { parseArgs } from 'node:util';
import { interrupt, stepsOf } from '../../../packages/cli/src/test-support/interrupted-commands.ts';
import { createThreeAtOnce, killCreateApi } from '../../../packages/cli/src/test-support/killed-commands.ts';
import { callOf, writingCommands } from '../../../packages/cli/src/test-support/writing-commands.ts';

const { values } = parseArgs({
  options: {
    command: { type: 'string' },
    kills: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
  },
});
const [kills, rounds, seed] = [values.kills ?? '200', values.rounds ?? '20', values.seed ?? String(Date.now())].map(
  Number,
);

const watching = { random: seededRandom(seed ?? 0), onLine: (line: string): void => console.log(line) };
console.log(`seed ${seed ?? 0}`);
for (const command of writingCommands) {
  if (values.command !== undefined && values.command !== command.name) continue;
  const steps = await stepsOf(command);
  const counted = { old: 0, new: 0 };
  for (let at = 0; at < steps.count; at++) counted[await interrupt(command, at, steps)] += 1;
  const call = callOf(command).join(' ');
  console.log(
    `kb ${call}: ${steps.count} steps, then ${counted.old} times the old project, ${counted.new} the new one`,
  );
}
if (values.command === undefined) {
  const outcomes = await killCreateApi(kills ?? 0, watching);
  for (const [outcome, count] of Object.entries(outcomes)) console.log(`${count} times: ${outcome}`);
  await createThreeAtOnce(rounds ?? 0, watching);
  console.log(
    `${kills ?? 0} kills and ${rounds ?? 0} rounds of three at once: every project is whole, or as it was before.`,
  );
}
