import { story } from '@appservice/controller/story';
import { systemClock } from '@kb/client';
import { playStory } from '@kb/testing';
import { startOperator } from '@kb/cli/dev';
import { eventually } from '../patience.ts';
import { messageOf, type Suite } from '../suite.ts';
import { repositoryRoot } from '../targets/repository.ts';

/** Runs the story of `npm start -- --once`, with the operator as a separate process. */
export const storySuite: Suite = {
  name: 'story of the sample operator',
  async run({ client, operatorKubeconfig }) {
    const lines: string[] = [];
    const operator = startOperator({
      main: `${repositoryRoot}packages/appservice/controller/src/main.ts`,
      cwd: repositoryRoot,
      kubeconfig: operatorKubeconfig,
      onLine: (line) => lines.push(line),
    });
    try {
      const results = await playStory(story, { client, eventually }, { now: () => systemClock.now() });
      const failures = results.flatMap(({ name, error }) =>
        error === undefined
          ? []
          : [
              {
                name,
                message: `${messageOf(error)}\nlast output of the operator:\n${lines.slice(-20).join('\n')}`,
              },
            ],
      );
      // Steps after a failed one did not run: they count as failed.
      for (const { name } of story.slice(results.length)) failures.push({ name, message: 'not played' });
      return { total: story.length, failures };
    } finally {
      await operator.stop();
    }
  },
};
