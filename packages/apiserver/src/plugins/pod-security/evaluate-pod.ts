import { compareUtf8 } from '@kb/apimachinery/codec';
import { hostChecks } from './checks/host-checks.ts';
import { kernelChecks } from './checks/kernel-checks.ts';
import type { CheckedPod, CheckPod, PodCheck, Violation } from './checks/pod-check.ts';
import { privilegeChecks } from './checks/privilege-checks.ts';
import { profileChecks } from './checks/profile-checks.ts';
import { type LevelVersion, levelText } from './policy.ts';

const checks: readonly PodCheck[] = [...hostChecks, ...kernelChecks, ...privilegeChecks, ...profileChecks].sort(
  (a, b) => compareUtf8(a.level, b.level) || compareUtf8(a.id, b.id),
);

/** The minor version in which the last form of a check was new; later ones are like it. */
const NEWEST = Math.max(...checks.flatMap(({ versions }) => versions.map(({ from }) => from)));

/** By {@link levelText}; there are as many as versions of the standards, and no more. */
const known = new Map<string, readonly CheckPod[]>();

/** Returns what a level forbids and a Pod does, in the order of messages. */
export function evaluatePod({ level, version }: LevelVersion, pod: CheckedPod): Violation[] {
  if (level === 'privileged') return [];
  const minor = version === 'latest' ? NEWEST : Math.min(Number(version.slice('v1.'.length)), NEWEST);
  const key = levelText({ level, version: String(minor) });
  let selected = known.get(key);
  if (!selected) known.set(key, (selected = checksOf(level, minor)));
  return selected.flatMap((check) => check(pod) ?? []);
}

function checksOf(level: 'baseline' | 'restricted', minor: number): CheckPod[] {
  const formOf = ({ versions }: PodCheck): CheckPod | undefined =>
    versions.findLast(({ from }) => from <= minor)?.check;
  const applying = checks.filter((check) => formOf(check) && (level === 'restricted' || check.level === 'baseline'));
  const replaced = new Set(applying.map(({ replaces }) => replaces));
  return applying.filter(({ id }) => !replaced.has(id)).flatMap((check) => formOf(check) ?? []);
}

/** `REASON (DETAIL), REASON (DETAIL)`: what one Pod violates. */
export const detailsOf = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');

/** `REASON, REASON`: what several Pods violate. */
export const reasonsOf = (violations: readonly Violation[]): string =>
  violations.map(({ reason }) => reason).join(', ');
