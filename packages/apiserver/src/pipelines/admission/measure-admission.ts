import type { AdmissionChain, AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { AdmissionPhase, ObservePhase } from '../../metrics/admission-metrics.ts';
import type { ServerMetrics } from '../../metrics/server-metrics.ts';
import { createAdmissionChain, type MeasureStep } from './admission-chain.ts';

type Metrics = Pick<ServerMetrics, 'now' | 'admission'>;

/** Creates the function that counts the phases of admission. */
function measureSteps({ now, admission }: Metrics): MeasureStep {
  const observe = { admit: admission.step('admit'), validate: admission.step('validate') };
  return (phase, operation, run) => timed(now, observe[phase], operation, run);
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
  const measure = (phase: AdmissionPhase): Measure => {
    const observe = admission.plugin(name, phase);
    return ({ operation }, step) => timed(now, observe, operation, step);
  };
  const [admitted, validated] = [measure('admit'), measure('validate')];
  return {
    ...plugin,
    ...(mutate && { mutate: (write, rounds) => admitted(write, () => mutate(write, rounds)) }),
    ...(validate && { validate: (write) => validated(write, () => validate(write)) }),
    ...(mutateDeletion && { mutateDeletion: (deletion) => admitted(deletion, () => mutateDeletion(deletion)) }),
    ...(validateDeletion && {
      validateDeletion: (deletion) => validated(deletion, () => validateDeletion(deletion)),
    }),
  };
}

/** Runs a step of a plugin for a request, and measures it. */
type Measure = <T>(request: { readonly operation: string }, step: () => T) => T;

/** Runs a step, and notes whether it has failed and how long it took, also if it waits. */
function timed<T>(now: () => number, observe: ObservePhase, operation: string, step: () => T): T {
  const begun = now();
  let result: T;
  try {
    result = step();
  } catch (error) {
    observe(operation, true, (now() - begun) / 1000);
    throw error;
  }
  if (result instanceof Promise)
    result.then(
      () => observe(operation, false, (now() - begun) / 1000),
      () => observe(operation, true, (now() - begun) / 1000),
    );
  else observe(operation, false, (now() - begun) / 1000);
  return result;
}
