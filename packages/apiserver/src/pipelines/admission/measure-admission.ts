import type { AdmissionChain, AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { AdmissionPhase } from '../../metrics/admission-metrics.ts';
import type { ServerMetrics } from '../../metrics/server-metrics.ts';
import { createAdmissionChain, type MeasureStep } from './admission-chain.ts';

type Metrics = Pick<ServerMetrics, 'now' | 'admission'>;

/** Creates the function that counts the phases of admission. */
function measureSteps({ now, admission }: Metrics): MeasureStep {
  return (phase, operation, run) =>
    timed(now, run, (isRejected, seconds) => admission.step(phase, operation, isRejected, seconds));
}

/** Creates the chain of plugins, like {@link createAdmissionChain}, which counts what they do. */
export function measuredChain(
  plugins: readonly AdmissionPlugin[],
  metrics: Metrics,
  onWaiting?: () => void,
): AdmissionChain {
  return createAdmissionChain(
    plugins.map((plugin) => measuredPlugin(plugin, metrics)),
    onWaiting,
    measureSteps(metrics),
  );
}

/** Returns a plugin that does the same, and counts what it does. */
function measuredPlugin(plugin: AdmissionPlugin, { now, admission }: Metrics): AdmissionPlugin {
  const { name, mutate, validate, mutateDeletion, validateDeletion } = plugin;
  const run = <T>(phase: AdmissionPhase, { operation }: { readonly operation: string }, step: () => T): T =>
    timed(now, step, (isRejected, seconds) => admission.plugin(name, phase, operation, isRejected, seconds));
  return {
    ...plugin,
    ...(mutate && { mutate: (write, rounds) => run('admit', write, () => mutate(write, rounds)) }),
    ...(validate && { validate: (write) => run('validate', write, () => validate(write)) }),
    ...(mutateDeletion && { mutateDeletion: (deletion) => run('admit', deletion, () => mutateDeletion(deletion)) }),
    ...(validateDeletion && {
      validateDeletion: (deletion) => run('validate', deletion, () => validateDeletion(deletion)),
    }),
  };
}

/** Runs a step, and tells whether it has failed and how long it took, also if it waits. */
function timed<T>(now: () => number, step: () => T, done: (isRejected: boolean, seconds: number) => void): T {
  const begun = now();
  const end = (isRejected: boolean): void => done(isRejected, (now() - begun) / 1000);
  try {
    const result = step();
    if (result instanceof Promise)
      result.then(
        () => end(false),
        () => end(true),
      );
    else end(false);
    return result;
  } catch (error) {
    end(true);
    throw error;
  }
}
