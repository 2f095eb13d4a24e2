import { createTestEnvironment, playStory } from '@kb/testing';
import { expect, test } from 'vitest';
import { controllers } from './controllers.ts';
import { crds } from './crds.ts';
import { story } from './story.ts';

test('the story that "npm start -- --once" plays, on virtual time', async () => {
  await using env = await createTestEnvironment({ crds, controllers, controlPlane: 'embedded' });
  const results = await playStory(story, env, { now: () => env.clock.now() });
  expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(results).toHaveLength(story.length);
});
