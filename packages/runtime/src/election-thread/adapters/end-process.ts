import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

/**
 * Ends the process at once, from any of its threads and whatever the others do: by SIGKILL, since handlers of other
 * signals are JavaScript, which waits for the event loop. Nothing of the process runs afterwards.
 */
export function endProcess(): void {
  process.kill(process.pid, 'SIGKILL');
  // Linux keeps signals from inside a container, SIGKILL included, from its first process, which Node is in an image
  // whose entry point is node. A fault is not kept from it: here that of V8's breakpoint instruction.
  setFlagsFromString('--allow-natives-syntax');
  runInThisContext('%SystemBreak()');
}
