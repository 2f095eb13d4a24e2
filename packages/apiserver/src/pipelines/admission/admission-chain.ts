import type { AdmissionAttributes } from '../../admission/admission-attributes.ts';
import {
  type AdmissionChain,
  type AdmissionPlugin,
  firstRound,
  type MutationRounds,
  type WriteAttributes,
} from '../../admission/admission-plugin.ts';
import type { AdmissionPhase } from '../../metrics/admission-metrics.ts';
import type { ApiObject } from '../../objects/api-object.ts';
import type { ServedResource } from '../../resources/served-resource.ts';

/** The target of a request, as plugins select it. */
type Target = Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource'>;

/** Runs a phase of admission, and may measure it. Returns what it returns. */
export type MeasureStep = <T>(phase: AdmissionPhase, operation: string, run: () => T) => T;

/**
 * Creates the chain of the enabled plugins, which are in the order in which they run. `onWaiting`: called once, when a
 * plugin first waits for others. `measure`: runs each phase.
 */
export function createAdmissionChain(
  plugins: readonly AdmissionPlugin[],
  onWaiting?: () => void,
  measure: MeasureStep = (_phase, _operation, run) => run(),
): AdmissionChain {
  const pluginsFor = selectPlugins(plugins);
  const waiting = plugins.filter(({ isActive }) => isActive !== undefined);
  let hasWaited = false;
  const noteWaiting = (): void => {
    if (!hasWaited) onWaiting?.();
    hasWaited = true;
  };
  return {
    mayWait: () => waiting.some(isActive),
    handlesDeletion: (resource) =>
      pluginsFor({ operation: 'DELETE', resource, subresource: undefined }).all.some(isActive),
    mutate: (write) =>
      measure('admit', write.operation, () => {
        const { mutating } = pluginsFor(write);
        const rounds = firstRound();
        const first = mutateFrom(0, mutating, write, rounds);
        // Only a plugin that waits asks for a second round.
        if (!(first instanceof Promise)) return first;
        noteWaiting();
        return first.then((object) => {
          if (!rounds.isDue) return object;
          rounds.isReinvoke = true;
          return mutateFrom(0, mutating, { ...write, object }, rounds);
        });
      }),
    validate: (write, shown) =>
      measure('validate', write.operation, () => {
        const { validating } = pluginsFor(write);
        if (!validating.some(isActive)) return undefined;
        const complete: WriteAttributes = { ...write, object: shown() };
        const waits = inSequence(validating, (plugin) => (isActive(plugin) ? plugin.validate?.(complete) : undefined));
        if (waits) noteWaiting();
        return waits;
      }),
    admitDeletion: (deletion) => {
      const selected = pluginsFor(deletion).all.filter(isActive);
      const mutated = measure('admit', 'DELETE', () =>
        inSequence(selected, ({ mutateDeletion }) => mutateDeletion?.(deletion)),
      );
      const validate = (): Promise<void> | undefined =>
        measure('validate', 'DELETE', () =>
          inSequence(selected, ({ validateDeletion }) => validateDeletion?.(deletion)),
        );
      return mutated ? mutated.then(validate) : validate();
    },
  };
}

const isActive = (plugin: AdmissionPlugin): boolean => plugin.isActive?.() ?? true;

/** The plugins for a target. */
interface Selection {
  readonly all: readonly AdmissionPlugin[];
  /** Those that change objects of writes. */
  readonly mutating: readonly AdmissionPlugin[];
  /** Those that judge objects of writes. */
  readonly validating: readonly AdmissionPlugin[];
}

/** Returns a function that returns the plugins for a target, which it remembers as long as the resource is served. */
function selectPlugins(plugins: readonly AdmissionPlugin[]): (target: Target) => Selection {
  const known = new WeakMap<ServedResource, Map<string, Selection>>();
  return ({ operation, resource, subresource = '' }) => {
    let ofResource = known.get(resource);
    if (!ofResource) known.set(resource, (ofResource = new Map()));
    const key = `${operation} ${subresource}`;
    let selected = ofResource.get(key);
    if (!selected) {
      const all = plugins.filter((plugin) => selects(plugin, { operation, resource, subresource }));
      selected = {
        all,
        mutating: all.filter(({ mutate }) => mutate),
        validating: all.filter(({ validate }) => validate),
      };
      ofResource.set(key, selected);
    }
    return selected;
  };
}

function selects(
  plugin: AdmissionPlugin,
  { operation, resource: { group, plural }, subresource }: Target & { readonly subresource: string },
): boolean {
  const { resources, operations = ['CREATE', 'UPDATE'] } = plugin;
  const acts =
    operation === 'DELETE'
      ? plugin.mutateDeletion !== undefined || plugin.validateDeletion !== undefined
      : (plugin.mutate !== undefined || plugin.validate !== undefined) && operations.includes(operation);
  if (!acts || resources === undefined) return acts;
  const name = group === '' ? plural : `${plural}.${group}`;
  return resources.some((entry) => entry === (subresource ? `${name}/${subresource}` : name) || entry === `${name}/*`);
}

/** Runs the mutating steps of the plugins from one on. Returns the object that they leave. */
function mutateFrom(
  first: number,
  plugins: readonly AdmissionPlugin[],
  write: WriteAttributes,
  rounds: MutationRounds,
): ApiObject | Promise<ApiObject> {
  for (let index = first; index < plugins.length; index += 1) {
    const plugin = plugins[index];
    if (!plugin?.mutate || !isActive(plugin)) continue;
    const waits = plugin.mutate(write, rounds);
    if (waits)
      return waits.then((object = write.object) => mutateFrom(index + 1, plugins, { ...write, object }, rounds));
  }
  return write.object;
}

/** Runs a step of each plugin, one after another. Returns undefined if none waits. */
function inSequence(
  plugins: readonly AdmissionPlugin[],
  step: (plugin: AdmissionPlugin) => void | Promise<void>,
  first = 0,
): Promise<void> | undefined {
  for (let index = first; index < plugins.length; index += 1) {
    const plugin = plugins[index];
    const waits = plugin && step(plugin);
    if (waits) return waits.then(() => inSequence(plugins, step, index + 1));
  }
  return undefined;
}
