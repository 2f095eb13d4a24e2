// Runs kb create api, killed at random writes, and three at once: node tools/ci/src/killed-commands.ts [--kills 200]
// [--rounds 20] [--seed N]
import { seededRandom } from '@kb/apimachinery';
import { parseArgs } from 'node:util';
import { createThreeAtOnce, killCreateApi } from '../../../packages/cli/src/testing/killed-commands.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string' }, rounds: { type: 'string' }, seed: { type: 'string' } },
});
const [kills, rounds, seed] = [values.kills ?? '200', values.rounds ?? '20', values.seed ?? String(Date.now())].map(
  Number,
);

const watching = { random: seededRandom(seed ?? 0), onLine: (line: string): void => console.log(line) };
console.log(`seed ${seed ?? 0}`);
const outcomes = await killCreateApi(kills ?? 0, watching);
for (const [outcome, count] of Object.entries(outcomes)) console.log(`${count} times: ${outcome}`);
await createThreeAtOnce(rounds ?? 0, watching);
console.log(
  `${kills ?? 0} kills and ${rounds ?? 0} rounds of three at once: every project is whole, or as it was before.`,
);
