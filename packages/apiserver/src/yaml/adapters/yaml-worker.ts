import { parentPort } from 'node:worker_threads';
import { readYaml, type YamlDocument } from '../reader/read-yaml.ts';
import { YamlError } from '../reader/yaml-error.ts';

/** The thread's response: the document, or its error. */
export type YamlAnswer = { readonly document: YamlDocument } | { readonly problem: string };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
parentPort?.on('message', (text: string) => parentPort?.postMessage(answerTo(text)));

function answerTo(text: string): YamlAnswer {
  try {
    return { document: readYaml(text) };
  } catch (error) {
    // Any other error is a bug of ours, and ends the thread.
    if (error instanceof YamlError) return { problem: error.message };
    throw error;
  }
}
