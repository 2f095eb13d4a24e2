import type { Client } from '@kb/client';
import type { Eventually } from './eventually.ts';

/** The environment of a step of a story. */
export interface StoryEnvironment {
  /** A client with all permissions. */
  readonly client: Client;
  /** Repeats a check until it passes; rejects with its last failure when it does not in time. */
  readonly eventually: Eventually;
}

/** One step: an action, and the check of its effect. */
export interface StoryStep {
  /** The action and its effect, for people: `create: Pods run`. */
  readonly name: string;
  /** Rejects when the expected effect does not occur. */
  run(environment: StoryEnvironment): Promise<void>;
}

/**
 * A sequence of dependent steps. Runs on the embedded API server (`kb dev --once`, tests) and on a real control
 * plane.
 */
export type Story = readonly StoryStep[];

/** Makes a story. */
export function defineStory(steps: Story): Story {
  return steps;
}

/** The result of a step. */
export interface StepResult {
  readonly name: string;
  readonly milliseconds: number;
  /** The reason of a failure; undefined when the step passed. */
  readonly error?: unknown;
}

/** Options of {@link playStory}. */
export interface PlayStoryOptions {
  /** Milliseconds, for the times of the steps. */
  readonly now: () => number;
  /** Called with each result. */
  readonly onStep?: (result: StepResult) => void;
}

/**
 * Plays a story up to its end or its first failing step. Resolves with the results of the played steps; a failing
 * step does not reject.
 */
export async function playStory(
  story: Story,
  environment: StoryEnvironment,
  { now, onStep }: PlayStoryOptions,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of story) {
    const start = now();
    const error = await failureOf(step, environment);
    const result: StepResult = {
      name: step.name,
      milliseconds: now() - start,
      ...(error && { error: error.reason }),
    };
    results.push(result);
    onStep?.(result);
    if (error) break;
  }
  return results;
}

async function failureOf(
  step: StoryStep,
  environment: StoryEnvironment,
): Promise<{ readonly reason: unknown } | undefined> {
  try {
    await step.run(environment);
    return undefined;
  } catch (error) {
    return { reason: error ?? new Error('rejected without a reason') };
  }
}
