import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '../thread-messages.ts';
import { runThread } from './run-thread.ts';

// Started by its path, as a thread. Imported by anything else, it does nothing.
if (parentPort) runThread(parentPort, workerData as ThreadData);
