import type { Failure, SuiteResult } from '../suite.ts';

/**
 * What a program's log lines look like: `error Reconciler error: controller, …, error`, each once, sorted. Level,
 * message and the keys in their order, apart from those that are not compared: `ts`, the names of loggers, and stacks,
 * which Go adds to every error and ours only to those of bugs.
 */
export function logShapes(lines: readonly string[]): string[] {
  const shapes = new Set<string>();
  for (const line of lines) {
    // klog does not write JSON.
    if (!line.startsWith('{')) continue;
    const { level, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const keys = Object.keys(rest).filter((key) => !['ts', 'logger', 'stacktrace'].includes(key));
    shapes.add(`${String(level)} ${String(msg)}: ${keys.join(', ')}`);
  }
  return [...shapes].toSorted();
}

/** Lines that controller-runtime writes and ours do not, with the reason. */
const knownMissing: readonly { readonly begin: string; readonly reason: string }[] = [
  {
    begin: 'error Observed a panic:',
    reason: 'a bug is logged once, with its own stack, as the Reconciler error it is',
  },
  { begin: 'info Starting certificate poll+watcher:', reason: 'every watched file would say so' },
  { begin: 'info Updated current TLS certificate:', reason: 'said when it changes, not when it is read first' },
  { begin: 'info Starting webhook server:', reason: 'said when it serves' },
  { begin: 'info Shutting down webhook server', reason: 'the manager says what it stops' },
];

/** Checks that ours has every line that controller-runtime's program writes, in the same shape. */
export function compareLogs(ours: readonly string[], theirs: readonly string[]): SuiteResult {
  const wanted = theirs.filter((shape) => !knownMissing.some(({ begin }) => shape.startsWith(begin)));
  const failures = wanted
    .filter((shape) => !ours.includes(shape))
    .map((shape): Failure => {
      const message = shape.slice(0, shape.indexOf(': ') + 1);
      const near = ours.filter((own) => own.startsWith(message));
      return { name: `log line "${shape}"`, message: near.length > 0 ? `ours: ${near.join('; ')}` : 'ours has none' };
    });
  return { total: wanted.length, failures };
}
