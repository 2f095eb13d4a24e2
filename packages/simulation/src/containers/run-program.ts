import type { ContainerBehavior, ContainerProcess } from '../kubelet/options/container-behavior.ts';
import { runLocally } from './local-process-adapter.ts';

type Programs = Exclude<NonNullable<ContainerBehavior['exec']>, (process: ContainerProcess) => unknown>;

/**
 * Runs what stands in for a program of a container; resolves with the exit code. A table names programs as commands do,
 * or by the last part of their path. Rejects as a container runtime does if the program is not there.
 */
export async function runProgram(programs: Programs, process: ContainerProcess): Promise<number> {
  const [name = '', ...args] = process.command;
  const base = name.slice(name.lastIndexOf('/') + 1);
  const program = ownOf(programs, name) ?? ownOf(programs, base);
  if (!program) throw notFound(name);
  if ('run' in program) {
    const [file = '', ...first] = program.run;
    return runLocally({ file, args: [...first, ...args], directory: program.directory }, process);
  }
  const { output = '', errors = '', exitCode = 0 } = program;
  const encoder = new TextEncoder();
  await process.stdout(encoder.encode(output));
  await process.stderr(encoder.encode(errors));
  return exitCode;
}

function ownOf(programs: Programs, name: string): Programs[string] | undefined {
  return Object.hasOwn(programs, name) ? programs[name] : undefined;
}

/** The error of containerd and runc. */
function notFound(name: string): Error {
  const why = name.includes('/') ? `stat ${name}: no such file or directory` : `executable file not found in $PATH`;
  return new Error(
    `failed to exec in container: failed to start exec "simulated": OCI runtime exec failed: exec failed: unable to start container process: exec: ${JSON.stringify(name)}: ${why}`,
  );
}
