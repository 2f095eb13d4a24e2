import type { Client } from '@kb/client';
import type { Eventually } from './eventually.ts';

/** What a step of a story works with. */
export interface StoryEnvironment {
  /** A client with every right. */
  readonly client: Client;
  /** Repeats a check until it passes; rejects with its last failure when it does not in time. */
  readonly eventually: Eventually;
}

/** One step: something is done, and what follows from it is observed. */
export interface StoryStep {
  /** What happens and what is seen, for people: `create: Pods run`. */
  readonly name: string;
  /** Rejects when what should be seen is not. */
  run(environment: StoryEnvironment): Promise<void>;
}

/**
 * Steps that build on each other. Played on the embedded API server (`kb dev --once`, tests) and on a real control
 * plane alike.
 */
export type Story = readonly StoryStep[];

/** Makes a story. */
export function defineStory(steps: Story): Story {
  return steps;
}

/** What became of a step. */
export interface StepResult {
  readonly name: string;
  readonly milliseconds: number;
  /** Why it was not observed; undefined when it was. */
  readonly error?: unknown;
}

/** Options of {@link playStory}. */
export interface PlayStoryOptions {
  /** Milliseconds, for the times of the steps. */
  readonly now: () => number;
  /** Told each result as it comes. */
  readonly onStep?: (result: StepResult) => void;
}

/**
 * Plays a story up to its end or its first failing step. Answers the results of the steps that were played; never
 * rejects for a failing one.
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
