import type { Clock } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import type { StartReason, Tell } from '../events/dev-event.ts';
import { createCrashBackOff } from './crash-back-off.ts';
import { endInOrder, failureOf, tellIfLate } from './end-of-operator.ts';
import { launchCandidate, type LaunchOperator, type OperatorCandidate } from './operator-candidate.ts';
import { createSpare } from './spare-operator.ts';
import { watchAnswers } from './watch-answers.ts';

/** An operator that is kept running, and replaced when its code changes. */
export interface SupervisedOperator {
  /**
   * Imports the code as it is now in another process; if that succeeds, ends the running operator and lets the new one
   * run. Otherwise tells why, and the running one stays. A later call supersedes one that is still importing. Resolves
   * with whether the new one runs. `fresh`: modules that were imported in advance are imported again.
   */
  restart(reason: StartReason, options?: { readonly fresh?: boolean }): Promise<boolean>;
  /** Ends the operator until {@link restart} is called. */
  pause(): Promise<void>;
  /** Whether it was ended by {@link pause}. */
  paused(): boolean;
  /** Whether the last code could not be imported, or does not run yet. */
  stale(): boolean;
  /** The files (paths) that it imported. */
  files(): ReadonlySet<string>;
  /** Resolves with the exit code when it ends by itself, or cannot be imported, for the first time. */
  readonly failed: Promise<number>;
  /** Ends everything. */
  stop(): Promise<void>;
}

/** Options of {@link superviseOperator}. */
export interface SuperviseOptions {
  readonly launch: LaunchOperator;
  /** The folder of the project. */
  readonly root: string;
  /** Whether a file (a path) may change: such files are imported again at each start. */
  readonly isOwn: (file: string) => boolean;
  readonly tell: Tell;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** How long a replaced operator may take to end before it is killed, in milliseconds. Default: 5,000. */
  readonly grace?: number;
}

/** A start of an operator: why, since when, and its number. */
interface Start {
  readonly reason: StartReason;
  readonly began: number;
  readonly turn: number;
}

/** The exit code of a process that was ended with SIGKILL. */
const KILLED = 137;

/** Keeps an operator running. Starts nothing until {@link SupervisedOperator.restart} is called. */
export function superviseOperator(options: SuperviseOptions): SupervisedOperator {
  const { root, tell, clock = systemClock, grace = 5000 } = options;
  const ending = { clock, grace, tell };
  const backOff = createCrashBackOff(clock);
  const spare = createSpare(options);
  const failed = Promise.withResolvers<number>();
  const ended = new AbortController();
  const parts = { ...options, clock, signal: ended.signal };
  let latest = 0;
  let paused = false;
  let stale = true;
  let importing: OperatorCandidate | undefined;
  let running: OperatorCandidate | undefined;
  let swapping: Promise<unknown> = Promise.resolve();

  async function restart(reason: StartReason, { fresh = false } = {}): Promise<boolean> {
    if (ended.signal.aborted) return false;
    const began = clock.now();
    latest += 1;
    const turn = latest;
    paused = false;
    stale = true;
    backOff.cancel();
    if (reason !== 'crashed') backOff.reset();
    void importing?.process.kill();
    if (fresh) spare.discard();
    const { candidate, isLoaded } = await importCode(spare.take(), parts, {
      onLaunch: (launched) => void (importing = launched),
      isLatest: () => turn === latest,
    });
    if (turn !== latest) {
      await candidate.process.kill();
      return false;
    }
    importing = undefined;
    if (!isLoaded) return notLoaded(candidate);
    spare.learn(candidate);
    const swapped = swapping.then(() => swap(candidate, { reason, began, turn }));
    swapping = swapped.catch(() => undefined);
    return swapped;
  }

  /** Ends the running operator, and lets the candidate run. */
  async function swap(candidate: OperatorCandidate, { reason, began, turn }: Start): Promise<boolean> {
    await endRunning();
    if (ended.signal.aborted || paused) {
      await candidate.process.kill();
      return false;
    }
    running = candidate;
    stale = turn !== latest;
    const { pid } = candidate.process;
    const started = clock.now();
    candidate.run(({ text, level, routine }) => tell({ event: 'operator-log', line: text, level, routine }));
    tell({ event: 'operator-started', pid, reason });
    watchAnswers(candidate, { clock, tell, isRunning: () => running === candidate });
    void candidate.process.exited.then((code) => {
      if (running === candidate) endedByItself(candidate, code, clock.now() - started);
    });
    void candidate.ready.then(() => {
      if (running !== candidate) return;
      tell({ event: 'operator-ready', pid, reason, milliseconds: Math.round(clock.now() - began) });
      spare.prepare();
    });
    return true;
  }

  async function endRunning(): Promise<void> {
    const before = running;
    running = undefined;
    if (before) await endInOrder(before, ending);
  }

  async function notLoaded(candidate: OperatorCandidate): Promise<boolean> {
    const code = await candidate.process.exited;
    // One with the code before may be about to run.
    await swapping;
    if (ended.signal.aborted) return false;
    const failure = failureOf(candidate, root, candidate.lines().at(-1) ?? `ended with exit code ${code}`);
    tell({ event: 'operator-not-loaded', ...failure, running: running !== undefined });
    if (running === undefined) {
      failed.resolve(code);
      backOff.after(backOff.next(0), () => void restart('crashed'));
    } else spare.prepare();
    return false;
  }

  function endedByItself(candidate: OperatorCandidate, code: number, ran: number): void {
    running = undefined;
    failed.resolve(code);
    const retryIn = backOff.next(ran);
    tell({ event: 'operator-ended', code, ...failureOf(candidate, root, ''), retryIn });
    if (importing === undefined) backOff.after(retryIn, () => void restart('crashed'));
  }

  return {
    restart,
    paused: () => paused,
    stale: () => stale,
    async pause() {
      latest += 1;
      paused = true;
      backOff.cancel();
      // A start meanwhile waits for the end of the operator, and the end of everything, too.
      swapping = swapping.then(endRunning);
      await Promise.all([importing?.process.kill(), swapping]);
      if (paused && !ended.signal.aborted) tell({ event: 'operator-paused' });
    },
    files: () => spare.files(),
    failed: failed.promise,
    async stop() {
      ended.abort();
      backOff.cancel();
      latest += 1;
      await Promise.all([importing?.process.kill(), spare.stop(), endRunning()]);
      await swapping;
    },
  };
}

/** Imports the code in the spare process; in a new one if that was killed, as machines without memory do. */
async function importCode(
  spared: OperatorCandidate | undefined,
  parts: Pick<SuperviseOptions, 'launch' | 'tell'> & { readonly clock: Clock; readonly signal: AbortSignal },
  {
    onLaunch,
    isLatest,
  }: {
    readonly onLaunch: (candidate: OperatorCandidate) => void;
    /** Whether no later start has begun. */
    readonly isLatest: () => boolean;
  },
): Promise<{ readonly candidate: OperatorCandidate; readonly isLoaded: boolean }> {
  const load = (candidate: OperatorCandidate): Promise<boolean> => {
    onLaunch(candidate);
    void tellIfLate(candidate, parts);
    return candidate.load();
  };
  if (spared !== undefined) {
    const isLoaded = await load(spared);
    if (isLoaded || !isLatest() || (await spared.process.exited) !== KILLED) return { candidate: spared, isLoaded };
  }
  const candidate = launchCandidate(parts);
  return { candidate, isLoaded: await load(candidate) };
}
