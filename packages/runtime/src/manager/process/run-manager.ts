import { errorsIn, isInstance } from '@kb/apimachinery';
import { LeadershipLostError } from '../../leader-election/leadership-lost-error.ts';
import { endProcessSoon } from './adapters/end-process-soon.ts';
import { connectAndRun } from './connect-and-run.ts';
import { FlagError } from './flags.ts';
import { GracefulShutdownTimeoutError } from '../grace-period.ts';
import { managerHelp, parseManagerFlags } from './manager-flags.ts';
import { processLogger } from './process-logger.ts';
import type { RunManagerOptions } from './run-manager-options.ts';
import { listenToSignals, type SignalSource } from './process-signals.ts';
import { listenToStrayErrors } from './stray-errors.ts';

/** Go's exit code for a command line that cannot be read. */
const BAD_USAGE = 2;

/**
 * Runs controllers as a process: what `main.ts` calls. The command line has the flags of a kubebuilder project
 * (`--leader-elect`, `--metrics-bind-address`, `--health-probe-bind-address`…; `--help` lists them); servers listen,
 * and are loaded, only when a flag asks for them. The API server is that of `--kubeconfig`, the option `kubeConfig`,
 * `$KUBECONFIG`, the pod's service account, or `~/.kube/config`. SIGINT and SIGTERM stop it gracefully, a second one at
 * once. An unhandled error, such as the rejection of a promise that is not awaited, stops it gracefully too. Resolves
 * with the exit code when everything has ended: 0; 1 after an error, which has been logged, or when the lease was lost;
 * 2 for a bad command line. Never rejects. When something does not end although it must (the lease is lost, or the
 * grace period is over), the process is ended a second later.
 *
 * ```ts
 * process.exitCode = await runManager({ controllers, leaderElectionId: 'shop.example.com' });
 * ```
 */
export async function runManager(options: RunManagerOptions): Promise<number> {
  const args = options.args ?? process.argv.slice(2);
  if (args.some((arg) => /^--?h(elp)?$/.test(arg))) {
    process.stdout.write(managerHelp());
    return 0;
  }
  let flags;
  try {
    flags = parseManagerFlags(args, process.env);
  } catch (error) {
    if (!isInstance(error, FlagError)) throw error;
    printBadUsage(error);
    return BAD_USAGE;
  }
  const log = options.log ?? processLogger(flags);
  const signals = listenToSignals(processSignals, (signal) => log.info('Stopping', { signal }));
  const strays = listenToStrayErrors(process, log);
  try {
    await connectAndRun(options, flags, log, AbortSignal.any([signals.signal, strays.signal]));
    log.info('Stopped');
    return strays.signal.aborted ? 1 : 0;
  } catch (error) {
    // Some mistakes only show once it is known where the process runs.
    if (isInstance(error, FlagError)) {
      printBadUsage(error);
      return BAD_USAGE;
    }
    log.error(error, 'The manager stopped');
    if (leavesWorkBehind(error)) endProcessSoon(1);
    return 1;
  } finally {
    if (strays.signal.aborted) endProcessSoon(1);
    strays.close();
    signals.close();
  }
}

function printBadUsage(error: FlagError): void {
  process.stderr.write(`${error.message}; --help lists the flags\n`);
}

/** Whether something may still be running: the manager throws that error alone, or among others. */
function leavesWorkBehind(error: unknown): boolean {
  return (errorsIn(error, Infinity)?.errors ?? [error]).some(
    (one) => isInstance(one, LeadershipLostError) || isInstance(one, GracefulShutdownTimeoutError),
  );
}

const processSignals: SignalSource = {
  on: (signal, listener) => process.on(signal, listener),
  off: (signal, listener) => process.off(signal, listener),
  exit: (code) => process.exit(code),
};
