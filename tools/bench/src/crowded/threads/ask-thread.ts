import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A worker thread with its own event loop, which handles one question at a time. */
export interface Thread<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Starts a thread. It sends one message for each that it receives; if the thread fails, the pending question rejects.
 */
export function startThread<Question, Answer>(file: URL, workerData: unknown): Thread<Question, Answer> {
  const worker = new Worker(file, { workerData });
  const failed = once(worker, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => undefined);
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask: (question) => {
      const answer = last.then(async () => {
        const received = once(worker, 'message');
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
        worker.postMessage(question);
        const [value] = await Promise.race([received, failed]);
        return value as Answer;
      });
      last = answer.catch(() => undefined);
      return answer;
    },
    stop: async () => void (await worker.terminate()),
  };
}
