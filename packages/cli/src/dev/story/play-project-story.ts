import path from 'node:path';
import { type Client, systemClock } from '@kb/client';
import { type Eventually, eventuallyOn, playStory, type StepResult } from '@kb/testing';
import type { OpenProject } from '../../open-project.ts';
import type { Tell } from '../events/dev-event.ts';
import { loadStory } from './load-story.ts';

/** The timeout of a step, in milliseconds: the operator starts at the same time, and the machine may be busy. */
const PATIENCE = 120_000;

/**
 * Runs the story of the project's controller package, and tells each step with its time. Resolves with 0 if every step
 * was observed; otherwise with 1.
 */
export async function playProjectStory(
  { root, project }: OpenProject,
  client: Client,
  tell: Tell,
  signal: AbortSignal,
): Promise<number> {
  const [controller = 'packages/controller'] = project.paths.controller;
  const story = await loadStory(path.join(root, controller));
  const start = systemClock.now();
  const onStep = ({ name, milliseconds, error }: StepResult): void =>
    tell({
      event: 'step',
      name,
      milliseconds: Math.round(milliseconds),
      error: error === undefined ? undefined : textOf(error),
    });
  const waiting = eventuallyOn(systemClock, signal);
  const eventually: Eventually = (check, { timeoutMs = PATIENCE } = {}) => waiting(check, { timeoutMs });
  const results = await playStory(story, { client, eventually }, { now: () => systemClock.now(), onStep });
  if (results.some(({ error }) => error !== undefined)) return 1;
  const seconds = ((systemClock.now() - start) / 1000).toFixed(1);
  tell({ event: 'notice', label: 'Story', text: `All ${results.length} steps observed in ${seconds} s.` });
  return 0;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
