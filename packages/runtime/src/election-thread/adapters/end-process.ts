import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

/**
 * Ends the process at once, from any of its threads, whatever the others do. It uses SIGKILL, since handlers of other
 * signals are JavaScript and wait for the event loop.
 */
export function endProcess(): void {
  process.kill(process.pid, 'SIGKILL');
  // In a container, Linux does not deliver signals from inside, SIGKILL included, to the first process, which is Node
  // in an image whose entry point is node. It does deliver faults, such as that of V8's breakpoint instruction.
  setFlagsFromString('--allow-natives-syntax');
  runInThisContext('%SystemBreak()');
}
