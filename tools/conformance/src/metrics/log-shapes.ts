import type { Failure, SuiteResult } from '../suite.ts';

/**
 * Returns the distinct shapes of a program's log lines, sorted: level, message and keys, as in `error Reconciler error:
 * controller, …, error`. Some keys are not compared: `ts`, logger names, and stacks, which Go adds to every error and
 * ours only to those of bugs.
 */
export function logShapes(lines: readonly string[]): string[] {
  const shapes = new Set<string>();
  for (const line of lines) {
    // Lines of klog are not JSON.
    if (!line.startsWith('{')) continue;
    const { level, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const keys = Object.keys(rest).filter((key) => !['ts', 'logger', 'stacktrace'].includes(key));
    shapes.add(`${String(level)} ${String(msg)}: ${keys.join(', ')}`);
  }
  return [...shapes].toSorted();
}

/** Lines that only controller-runtime writes, with the reason. */
const knownMissing: readonly { readonly begin: string; readonly reason: string }[] = [
  {
    begin: 'error Observed a panic:',
    reason: 'a bug is logged once, as the Reconciler error, with its own stack',
  },
  { begin: 'info Starting certificate poll+watcher:', reason: 'it would be logged for every watched file' },
  {
    begin: 'info Updated current TLS certificate:',
    reason: 'logged when the certificate changes, not when it is first read',
  },
  { begin: 'info Starting webhook server:', reason: 'logged once it serves' },
  { begin: 'info Shutting down webhook server', reason: 'the manager logs what it stops' },
];

/** Checks that ours has every log line of the controller-runtime program, in the same shape. */
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
