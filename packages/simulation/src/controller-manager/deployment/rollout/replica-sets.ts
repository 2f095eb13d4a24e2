import { parseTime } from '@kb/apimachinery';
import { compareUtf8 } from '@kb/apimachinery/codec';
import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { revisionOf } from './annotations.ts';
import { replicasOf } from './rollout-math.ts';
import { equalTemplates } from './template.ts';

/** The ReplicaSets of a Deployment. */
export interface ReplicaSets {
  /** The one that has the Deployment's template; undefined until it is created. */
  readonly current: LiveReplicaSet | undefined;
  /** All others, including those without Pods. */
  readonly old: readonly LiveReplicaSet[];
}

/** Splits ReplicaSets into the new one and the old ones. When several have the template, the oldest is the new one. */
export function splitReplicaSets(deployment: LiveDeployment, sets: readonly LiveReplicaSet[]): ReplicaSets {
  const template = deployment.spec.template;
  const current = sets.toSorted(byAge).find((set) => set.spec.template && equalTemplates(set.spec.template, template));
  return { current, old: sets.filter((set) => set !== current) };
}

/** The new ReplicaSet, if there is one, and the old ones. */
export const allOf = ({ current, old }: ReplicaSets): LiveReplicaSet[] => (current ? [...old, current] : [...old]);

/** The ReplicaSets that have Pods, or should have. */
export const activeOf = (sets: readonly LiveReplicaSet[]): LiveReplicaSet[] =>
  sets.filter((set) => replicasOf(set) > 0);

/** Orders by age, oldest first; then by name. */
export function byAge(a: LiveReplicaSet, b: LiveReplicaSet): number {
  const age = (set: LiveReplicaSet): number => parseTime(set.metadata.creationTimestamp) ?? 0;
  return age(a) - age(b) || compareUtf8(a.metadata.name, b.metadata.name);
}

/** Orders by size, largest first; then oldest first. */
export const bySizeThenAge = (a: LiveReplicaSet, b: LiveReplicaSet): number =>
  replicasOf(b) - replicasOf(a) || byAge(a, b);

/** Orders by size, largest first; then newest first. */
export const bySizeThenYouth = (a: LiveReplicaSet, b: LiveReplicaSet): number =>
  replicasOf(b) - replicasOf(a) || byAge(b, a);

/** Orders by revision, lowest first; then, or without revisions, oldest first. */
export function byRevision(a: LiveReplicaSet, b: LiveReplicaSet): number {
  const [left, right] = [revisionOf(a), revisionOf(b)];
  return left === undefined || right === undefined || left === right ? byAge(a, b) : left - right;
}

/** The highest revision of the ReplicaSets; 0 if there is none. */
export const maxRevision = (sets: readonly LiveReplicaSet[]): number =>
  Math.max(0, ...sets.map((set) => revisionOf(set) ?? 0));
