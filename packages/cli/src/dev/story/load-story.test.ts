import { expect, test } from 'vitest';
import { testFolder } from '../../test-support/run-kb.ts';
import { loadStory } from './load-story.ts';

test('loads the steps that a controller package exports', async () => {
  using folder = testFolder();
  folder.write('src/story.ts', "export const story = [{ name: 'it starts', run: async () => undefined }];\n");
  expect(await loadStory(folder.path)).toEqual([{ name: 'it starts', run: expect.any(Function) }]);
});

test('reports the file that is missing, and what to export from it', async () => {
  using folder = testFolder();
  await expect(loadStory(folder.path)).rejects.toMatchObject({
    code: 'KB_STORY_NOT_FOUND',
    message: `there is no story to play: ${folder.path}/src/story.ts is missing`,
    hint: expect.stringContaining('export const story = defineStory('),
  });
});

test.each([
  ['nothing', 'export {};'],
  ['another name', "export const steps = [{ name: 'a', run() {} }];"],
  ['one step', "export const story = { name: 'a', run() {} };"],
  ['no steps', 'export const story = [];'],
  ['null', 'export const story = [null];'],
  ['a step without a name', 'export const story = [{ run() {} }];'],
  ['a step with a number as its name', 'export const story = [{ name: 1, run() {} }];'],
  ['a step without a function', "export const story = [{ name: 'a' }];"],
  ['a step that is only a name', "export const story = ['a'];"],
  ['a second step without a function', "export const story = [{ name: 'a', run() {} }, { name: 'b', run: 1 }];"],
])('refuses a file that exports %s', async (_, content) => {
  using folder = testFolder();
  folder.write('src/story.ts', `${content}\n`);
  await expect(loadStory(folder.path)).rejects.toMatchObject({
    code: 'KB_STORY_INVALID',
    message: `${folder.path}/src/story.ts exports no "story" that is a list of steps with a name and a run function`,
  });
});
