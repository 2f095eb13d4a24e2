import { compareUtf8 } from '@kb/apimachinery/codec';
import { objectsIn, own, stringOf } from '../../../objects/api-object.ts';

/** A Pod or a template of Pods, as the checks see it. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: unknown;
}

/** What a Pod must not do, and where it does. */
export interface Violation {
  /** A few words: the same for all Pods that do it. */
  readonly reason: string;
  readonly detail: string;
}

/** Judges a Pod. Returns undefined if it is allowed. */
export type CheckPod = (pod: CheckedPod) => Violation | undefined;

/** A control of the Pod security standards. */
export interface PodCheck {
  /** Checks run in the order of their ids, those of the baseline first. */
  readonly id: string;
  readonly level: 'baseline' | 'restricted';
  /** Its forms, oldest first: each applies from a minor version of Kubernetes on. */
  readonly versions: readonly { readonly from: number; readonly check: CheckPod }[];
  /** Of a restricted check: the baseline check that does not run besides it. */
  readonly replaces?: string;
}

/** The containers of a Pod: init containers, containers, ephemeral containers. */
export function containersOf(spec: unknown): { readonly name: string; readonly container: unknown }[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((field) =>
    objectsIn(own(spec, field)).map((container) => ({ name: stringOf(container.name), container })),
  );
}

/** The names of the containers that meet a condition. */
export function namesOf(spec: unknown, condition: (container: unknown) => boolean): string[] {
  return containersOf(spec)
    .filter(({ container }) => condition(container))
    .map(({ name }) => name);
}

/** `"a", "b"`. */
export const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ');

/** `container "a"`, `containers "a", "b"`. */
export function counted(noun: string, names: Iterable<string>): string {
  const list = [...names];
  return `${plural(noun, list.length)} ${quoted(list)}`;
}

/** The noun for a number of things. */
export const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`);

/** The distinct texts, sorted as Go sorts them. */
export const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].sort(compareUtf8);

/** `pod`, `container "a"`, `pod and containers "a", "b"`: who sets something. Empty if nobody does. */
export function settersOf(isPod: boolean, containers: readonly string[]): string {
  return [...(isPod ? ['pod'] : []), ...(containers.length > 0 ? [counted('container', containers)] : [])].join(
    ' and ',
  );
}
