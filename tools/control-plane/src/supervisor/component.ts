import { join } from 'node:path';
import { ControlPlaneError } from '../errors.ts';
import { describeLog } from '../log-tail.ts';
import type { ProcessExit, SupervisedProcess, Supervisor } from './supervisor.ts';
import { waitUntil } from '../wait.ts';
import type { WaitOptions } from '../wait.ts';

/** Starts a component; its log is `<name>.log` in the supervisor's folder. */
export async function startComponent(
  supervisor: Supervisor,
  name: string,
  command: string,
  args: readonly string[],
): Promise<SupervisedProcess> {
  const { directory } = supervisor;
  return await supervisor.start({
    name,
    command,
    args,
    cwd: directory,
    logFile: join(directory, `${name}.log`),
    env: componentEnvironment(),
  });
}

/**
 * Calls `probe` until it returns a value, as `waitUntil` does, and returns that value.
 *
 * @throws ControlPlaneError COMPONENT_FAILED when the component ends first, TIMEOUT when the deadline passes, both with
 * the tail of its log; the signal's reason when it aborts; what the probe throws.
 */
export async function waitForComponent<T>(
  component: SupervisedProcess,
  options: WaitOptions,
  probe: () => Promise<T | undefined>,
): Promise<T> {
  const probeRunning = async (): Promise<T | undefined> => {
    if (component.exit !== undefined) throw await componentError(component, component.exit);
    return await probe();
  };
  try {
    return await waitUntil(probeRunning, options);
  } catch (error) {
    if (!(error instanceof ControlPlaneError) || error.code !== 'KB_TIMEOUT') throw error;
    const log = await describeLog(`The log of ${component.name}`, component.logFile);
    throw new ControlPlaneError('KB_TIMEOUT', `${error.message}${log}`, { cause: error });
  }
}

/** The error for a component that ended: its exit status and the end of its log. */
export async function componentError(component: SupervisedProcess, exit: ProcessExit): Promise<ControlPlaneError> {
  const log = await describeLog(`The log of ${component.name}`, component.logFile);
  return new ControlPlaneError('KB_COMPONENT_FAILED', `${component.name} ended (${describeExit(exit)})${log}`);
}

/** "exit code 1", "SIGKILL", or the error. */
export function describeExit(exit: ProcessExit): string {
  return exit.error ?? exit.signal ?? `exit code ${exit.code ?? 'unknown'}`;
}

/**
 * The components get this process's environment, without variables that would configure them: etcd takes every flag
 * from `ETCD_…` too, and client-go reads `KUBE…`.
 */
function componentEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries.filter(([name]) => !/^(ETCD_|KUBE|NODE_)/.test(name)));
}
