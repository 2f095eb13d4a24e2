import type { RunningReconcile } from '../events/dev-event.ts';
import { type OperatorLine, readOperatorLine } from './operator-line.ts';
import type { OperatorOptions, WaitingOperator } from './operator-process.ts';

/** A process of the operator, with what is known of its reconciles. */
export interface LaunchedOperator extends WaitingOperator {
  /** Those that have begun and not ended, the latest first. */
  readonly reconciles?: () => readonly RunningReconcile[];
}

/** Starts a process of the operator, in which nothing is imported yet. */
export type LaunchOperator = (handlers: Required<Pick<OperatorOptions, 'onLine' | 'onImported'>>) => LaunchedOperator;

/** A process that becomes the operator if its code can be imported. */
export interface OperatorCandidate {
  readonly process: LaunchedOperator;
  /** Imports the operator's code. Resolves with false if the process ended at that. */
  load(): Promise<boolean>;
  /** The URLs of what it imported so far. */
  imported(): readonly string[];
  /** Runs it; from now on, and with those that it printed before, its lines go to `onLine`. */
  run(onLine: (line: OperatorLine) => void): void;
  /** Resolves when one of its controllers works. */
  readonly ready: Promise<void>;
  /** Whether a debugger was attached, which may stop it at any moment. */
  readonly isDebugged: () => boolean;
  /** The last lines that it printed. */
  lines(): readonly string[];
}

/** How many of the last lines are kept: a stack is much shorter. */
const KEPT_LINES = 200;

/** What Node prints when a debugger is attached. */
const ATTACHED = 'Debugger attached.';

/** Starts a process of the operator. */
export function launchCandidate({ launch }: { readonly launch: LaunchOperator }): OperatorCandidate {
  const lines: string[] = [];
  const imported: string[] = [];
  const ready = Promise.withResolvers<void>();
  let isDebugged = false;
  let show: ((line: OperatorLine) => void) | undefined;
  const onLine = (text: string): void => {
    lines.push(text);
    if (text === ATTACHED) isDebugged = true;
    if (lines.length > 2 * KEPT_LINES) lines.splice(0, KEPT_LINES);
    if (show === undefined) return;
    const line = readOperatorLine(text);
    show(line);
    if (line.ready) ready.resolve();
  };
  const process = launch({ onLine, onImported: (files) => void imported.push(...files) });
  let asked: Promise<boolean> | undefined;
  return {
    process,
    load() {
      asked ??= Promise.race([
        process.loaded.then((files) => {
          imported.push(...files);
          return true;
        }),
        process.exited.then(() => false),
      ]);
      process.load();
      return asked;
    },
    imported: () => imported,
    run(onLine) {
      show = onLine;
      for (const line of lines) onLine(readOperatorLine(line));
      process.run();
    },
    ready: ready.promise,
    isDebugged: () => isDebugged,
    lines: () => lines.slice(-KEPT_LINES),
  };
}
