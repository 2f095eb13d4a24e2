import path from 'node:path';
import { type Client, systemClock } from '@kb/client';
import { type Eventually, eventuallyOn, playStory, type StepResult } from '@kb/testing';
import type { OpenProject } from '../open-project.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { loadStory } from './load-story.ts';

/** The timeout of a step, in milliseconds: the operator starts at the same time, and the machine may be busy. */
const PATIENCE = 120_000;

/**
 * Runs the story of the project's controller package, and prints a line with the time of each step. Resolves with 0 if
 * every step was observed; otherwise prints the name of the failed step and resolves with 1.
 */
export async function playProjectStory(
  { root, project }: OpenProject,
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const [controller = 'packages/controller'] = project.paths.controller;
  const story = await loadStory(path.join(root, controller));
  const start = systemClock.now();
  const line = ({ name, milliseconds, error }: StepResult): void => {
    const mark = error === undefined ? terminal.paint('green', 'ok  ') : terminal.paint('red', 'FAIL');
    terminal.print(`${mark} ${`${(milliseconds / 1000).toFixed(2)}s`.padStart(7)}  ${name}`);
  };
  const waiting = eventuallyOn(systemClock, signal);
  const eventually: Eventually = (check, { timeoutMs = PATIENCE } = {}) => waiting(check, { timeoutMs });
  const results = await playStory(story, { client, eventually }, { now: () => systemClock.now(), onStep: line });
  const failed = results.find(({ error }) => error !== undefined);
  if (failed) {
    terminal.printError(`The step "${failed.name}" was not observed:`);
    terminal.printError(failed.error instanceof Error ? failed.error.message : String(failed.error));
    return 1;
  }
  terminal.print(`All ${results.length} steps observed in ${((systemClock.now() - start) / 1000).toFixed(1)} s.`);
  return 0;
}
