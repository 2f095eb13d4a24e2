import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Story, StoryStep } from '@kb/testing';
import { CliError } from '../../cli-error.ts';

/**
 * Loads `src/story.ts` of a controller package, which `kb dev --once` runs. Throws a CliError if it is missing, or does
 * not export a story.
 */
export async function loadStory(controllerFolder: string): Promise<Story> {
  const file = path.join(controllerFolder, 'src', 'story.ts');
  if (!existsSync(file)) {
    throw new CliError('KB_STORY_NOT_FOUND', `there is no story to play: ${file} is missing`, {
      hint: "Export one from there: export const story = defineStory([{ name: '…', async run({ client, eventually }) { … } }]) (@kb/testing).",
    });
  }
  const module: unknown = await import(pathToFileURL(file).href);
  if (typeof module === 'object' && module !== null && 'story' in module && isStory(module.story)) return module.story;
  throw new CliError(
    'KB_STORY_INVALID',
    `${file} exports no "story" that is a list of steps with a name and a run function`,
  );
}

function isStory(value: unknown): value is Story {
  return Array.isArray(value) && value.length > 0 && value.every(isStep);
}

function isStep(value: unknown): value is StoryStep {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'run' in value &&
    typeof value.run === 'function'
  );
}
