// A process that computes endlessly, and one of its threads, which ends the process: for the test of end-process.ts.
import { isMainThread, Worker } from 'node:worker_threads';
import { endProcess } from '../election-thread/adapters/end-process.ts';

if (isMainThread) {
  new Worker(new URL(import.meta.url)).once('online', () => {
    process.stdout.write(`process ${process.pid}\n`);
    for (;;);
  });
} else {
  endProcess();
  process.stdout.write('still there\n');
}
