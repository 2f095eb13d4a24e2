import { writeSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import { stallLine } from '../stall/stall-line-adapter.ts';
import { watchStall } from '../stall/stall-watch.ts';
import { threadLogger } from '../thread-log.ts';
import { createThreadMemory } from '../thread-memory.ts';
import type { FromThread, ThreadData, ToThread } from '../thread-messages.ts';
import { threadClock } from './thread-clock.ts';
import { endProcess } from './end-process.ts';
import { createElectionInThread, type ElectionInThread } from './election-in-thread.ts';
import { createProbesInThread, type ProbesInThread } from './probes-in-thread.ts';

/** How long after the lease duration a leader that does not renew stays healthy, as in the main thread. */
const WATCH_DOG_TOLERANCE = 20_000;

/**
 * Runs the thread that renews the lease and serves probes while the main thread computes. It is started by its path,
 * with ThreadData. It loads no other package: each would take memory a second time.
 */
export function runThread(port: MessagePort, { buffer, maxStall, logLevel, logFormat }: ThreadData): void {
  const post = (message: FromThread): void => port.postMessage(message);
  const log = threadLogger(post, logLevel);
  const memory = createThreadMemory(buffer);
  const election = createElectionInThread({ post, log, publish: memory.publish });
  const stall = watchStall({
    clock: threadClock,
    beats: () => memory.beats(),
    maxStall,
    onStall: (stalled) => {
      memory.publish(undefined);
      election.end(new Error('the event loop stands still'));
      const line = stallLine({ stalled, maxStall, running: memory.running(), now: threadClock.now(), logFormat });
      writeSync(2, `${line}\n`);
      endProcess();
    },
  });
  const probes = createProbesInThread({
    post,
    log,
    builtIn: {
      '/healthz/healthz': () => {
        const stalled = stall.stalled();
        if (maxStall > 0 && stalled > maxStall) throw new Error(`the event loop stands still for ${stalled} ms`);
      },
      '/healthz/leader-election': () => election.check(WATCH_DOG_TOLERANCE),
    },
  });
  port.on('message', (message: ToThread) => receive(message, election, probes));
  post({ type: 'ready' });
}

/** Handles a message of the main thread. */
function receive(message: ToThread, election: ElectionInThread, probes: ProbesInThread): void {
  switch (message.type) {
    case 'elect':
      election.begin(message.election);
      return;
    case 'credentials':
      election.credentials(message.credentials);
      return;
    case 'resign':
      election.resign(message.release);
      return;
    case 'serve':
      probes.serve(message.address);
      return;
    case 'start-serving':
      probes.keepServing();
      return;
    case 'checks':
      probes.add(message.endpoint, message.names);
      return;
    case 'checked':
      probes.checked(message.endpoint, message.results);
      return;
    case 'stop-serving':
      probes.stop(message.cut);
  }
}
