import { Worker } from 'node:worker_threads';
import type { YamlDocument } from '../reader/read-yaml.ts';
import { YamlError } from '../reader/yaml-error.ts';
import type { YamlAnswer } from './yaml-worker.ts';

/** The time limit for parsing one document. The slowest document within the size limit takes less than half of it. */
const LONGEST_MS = 30_000;
/** How long the thread is kept after the last document. */
const IDLE_MS = 5000;
/** The memory limit of the thread, in megabytes. */
const MOST_MEGABYTES = 1024;
/** The file that the thread runs, next to this one: the source, or the built file. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? 'yaml-worker.ts' : 'yaml-worker.js', import.meta.url);
/** Run from source, the thread imports the sources of other packages. */
const EXEC_ARGV = import.meta.url.endsWith('.ts') ? ['--conditions=@kb/source'] : [];

/** A document that waits to be parsed. */
interface Waiting {
  readonly text: string;
  readonly resolve: (document: YamlDocument) => void;
  readonly reject: (error: unknown) => void;
}

const waiting: Waiting[] = [];
let busy = false;
let thread: Worker | undefined;
/** Whether the thread has responded yet. */
let works = false;
let idle: ReturnType<typeof setTimeout> | undefined;

/**
 * Parses YAML in a worker thread, one document after another, so that a slow document does not block other requests.
 * Rejects with a {@link YamlError} as {@link readYaml} does, and for a document that takes more time or memory than any
 * meaningful one. If no thread can start, the document is parsed in this thread.
 */
export function readYamlInThread(text: string): Promise<YamlDocument> {
  return new Promise((resolve, reject) => {
    waiting.push({ text, resolve, reject });
    if (!busy) void readAll();
  });
}

async function readAll(): Promise<void> {
  busy = true;
  clearTimeout(idle);
  // The queue is long only if a client means to overload the server, so the linear cost of `shift` does not matter.
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    try {
      next.resolve(documentOf(await ask(next.text)) ?? (await readHere(next.text)));
    } catch (error) {
      next.reject(error);
    }
  }
  busy = false;
  idle = setTimeout(stop, IDLE_MS);
  idle.unref();
}

function documentOf(answer: YamlAnswer | undefined): YamlDocument | undefined {
  if (answer === undefined) return undefined;
  if ('document' in answer) return answer.document;
  throw new YamlError(answer.problem);
}

async function readHere(text: string): Promise<YamlDocument> {
  const { readYaml } = await import('../reader/read-yaml.ts');
  return readYaml(text);
}

/** Returns the thread's response; undefined if no thread can start. */
function ask(text: string): Promise<YamlAnswer | undefined> {
  try {
    thread ??= startThread();
  } catch {
    return Promise.resolve(undefined);
  }
  const asked = thread;
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      asked.off('message', answer).off('error', fail).off('exit', exit);
      done();
    };
    const answer = (message: YamlAnswer): void => {
      works = true;
      settle(() => resolve(message));
    };
    const fail = (error: Error): void => {
      // A thread that has not responded yet may have failed to start: the document is then parsed in this thread, where
      // a bug of the reader throws again.
      if (isOutOfMemory(error)) settle(() => resolve({ problem: TOO_MUCH }));
      else settle(() => (works ? reject(error) : resolve(undefined)));
      stop();
    };
    const exit = (): void => {
      stop();
      settle(() => resolve({ problem: TOO_MUCH }));
    };
    const timer = setTimeout(exit, LONGEST_MS);
    asked.on('message', answer).on('error', fail).on('exit', exit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
    asked.postMessage(text);
  });
}

const TOO_MUCH = 'yaml: document takes too long to read';

function startThread(): Worker {
  const started = new Worker(WORKER, {
    execArgv: EXEC_ARGV,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  // A caller that waits for a result keeps the process alive in another way.
  started.unref();
  return started;
}

function stop(): void {
  void thread?.terminate();
  thread = undefined;
  works = false;
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
