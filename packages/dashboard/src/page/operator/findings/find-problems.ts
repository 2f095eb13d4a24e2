import type { InspectedKey, ReconcileRequest } from '@kb/runtime/inspection';
import { keyId, type KeyLog, type OperatorLog, type Run } from '../log/operator-log.ts';

/** What is wrong with the operator, in words; the worst first. */
export type Problem = LoopProblem | ForbiddenProblem | FailingProblem;

/** A controller that wakes itself. */
export interface LoopProblem {
  readonly kind: 'loop';
  readonly controller: string;
  readonly key: InspectedKey;
  /** How many runs of the last minute were woken by a write of the same controller. */
  readonly times: number;
  /** Since when, in milliseconds: a minute, or less if the loop began later. */
  readonly withinMs: number;
  /** The fields that these writes changed. */
  readonly fields: readonly string[];
}

/** A permission that the operator does not have. */
export interface ForbiddenProblem {
  readonly kind: 'forbidden';
  readonly controller: string;
  readonly key: InspectedKey;
  readonly run: string;
  readonly rule: RuleWanted;
  readonly message: string;
  readonly count: number;
}

/** A key whose runs fail. */
export interface FailingProblem {
  readonly kind: 'failing';
  readonly controller: string;
  readonly key: InspectedKey;
  readonly run: string;
  readonly message: string;
  /** How often in a row. */
  readonly count: number;
}

/** A permission. `resource` has the subresource: `pods/status`. */
export interface RuleWanted {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

const MINUTE = 60_000;
/** Fewer runs of a minute may be a reconciler that finds its way. */
const LOOP_RUNS = 6;

/** Looks for the mistakes that operators make most. `now`: for what happened in the last minute. */
export function findProblems({ keys }: Pick<OperatorLog, 'keys'>, now: number): Problem[] {
  const loops: LoopProblem[] = [];
  const failing: FailingProblem[] = [];
  const forbidden = new Map<string, ForbiddenProblem>();
  for (const known of keys.values()) {
    for (const problem of keyProblems(known, now)) {
      if (problem.kind === 'loop') loops.push(problem);
      else failing.push(problem);
    }
    noteForbidden(forbidden, known);
  }
  const explained = new Set([...forbidden.values()].map(({ controller, key }) => keyId(controller, key)));
  return [
    ...forbidden.values(),
    ...loops.toSorted((a, b) => b.times - a.times),
    ...failing
      .filter(({ controller, key }) => !explained.has(keyId(controller, key)))
      .toSorted((a, b) => b.count - a.count),
  ];
}

/** The rule that a refused request wants, as RBAC names it. */
export function ruleOf({ group, resource, subresource, verb }: ReconcileRequest): RuleWanted {
  const whole = subresource === undefined ? resource : `${resource}/${subresource}`;
  if (verb !== 'apply') return { group, resource: whole, verbs: [verb] };
  // A server-side apply is a patch, and needs to create what does not exist yet.
  return { group, resource: whole, verbs: subresource === undefined ? ['create', 'patch'] : ['patch'] };
}

/** What is wrong with one key: that it wakes itself, and that its runs fail. */
export function keyProblems(known: KeyLog, now: number): (LoopProblem | FailingProblem)[] {
  return [loopOf(known, now), failingOf(known)].filter((problem) => problem !== undefined);
}

function loopOf({ controller, key, runs, loop }: KeyLog, now: number): LoopProblem | undefined {
  const changed: string[] = [];
  let times = 0;
  let since = now;
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index];
    if (!run || now - run.began.time > MINUTE) break;
    const own = run.began.causes.filter(({ writtenBy }) => writtenBy !== undefined);
    if (own.length === 0) continue;
    times += 1;
    since = run.began.time;
    changed.push(...new Set(own.flatMap((cause) => cause.changed)));
  }
  if (times < LOOP_RUNS) return undefined;
  const isReported = loop !== undefined && loop.fields.length > 0 && now - loop.time < MINUTE;
  const fields = (isReported ? loop.fields : mostlyChanged(changed, times)).slice(0, 5);
  return { kind: 'loop', controller, key, times, withinMs: Math.max(now - since, 1000), fields };
}

/** The fields that at least half of the runs changed: the first ones may have changed others. */
function mostlyChanged(changed: readonly string[], runs: number): string[] {
  const counts = new Map<string, number>();
  for (const field of changed) counts.set(field, (counts.get(field) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= runs).map(([field]) => field);
}

function failingOf({ controller, key, runs }: KeyLog): FailingProblem | undefined {
  let count = 0;
  let last: Run | undefined;
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index];
    if (!run?.ended) continue;
    if (run.ended.result !== 'error' && run.ended.result !== 'terminal-error') break;
    last ??= run;
    count += 1;
  }
  if (!last?.ended) return undefined;
  const message = last.ended.error?.message ?? 'It failed without a message.';
  return { kind: 'failing', controller, key, run: last.began.reconcileID, message, count };
}

/** Only the last run that ended counts: permissions that earlier runs missed may have been granted since. */
function noteForbidden(found: Map<string, ForbiddenProblem>, { controller, key, runs }: KeyLog): void {
  const last = runs.findLast(({ ended }) => ended !== undefined);
  for (const step of last?.steps ?? []) {
    if (!last || step.type !== 'reconcile-request' || step.status !== 403) continue;
    const rule = ruleOf(step);
    const id = `${controller} ${rule.group} ${rule.resource} ${rule.verbs.join()}`;
    const run = last.began.reconcileID;
    const known = found.get(id) ?? {
      kind: 'forbidden',
      controller,
      key,
      run,
      rule,
      message: step.message ?? '',
      count: 0,
    };
    found.set(id, { ...known, count: known.count + 1 });
  }
}
