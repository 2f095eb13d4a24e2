import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '../thread-messages.ts';
import { runThread } from './run-thread.ts';

// Runs when it is started as a thread. Does nothing when it is imported.
if (parentPort) runThread(parentPort, workerData as ThreadData);
