import { type ContainerHost, type ContainerRunTarget, messageOfThrown, type ProcessStreams } from '@kb/apimachinery';
import type { Outcome } from './outcome.ts';

/** What a client asks of a container. */
export interface ProcessRequest {
  readonly kind: 'exec' | 'attach';
  readonly host: ContainerHost;
  readonly target: ContainerRunTarget;
  /** Empty for attach. */
  readonly command: readonly string[];
  /** Calls a function when the container's run is over; until the returned function is called. */
  readonly untilEnd: (ended: () => void) => () => void;
}

/** A client's side of a process, whatever its protocol is. */
export interface ProcessSession {
  readonly streams: ProcessStreams;
  /** Reports how it has ended. Rejects when the client is gone. */
  readonly report: (outcome: Outcome) => Promise<void>;
  /** Ends the connection, after all that was sent. */
  readonly close: () => void;
}

/** Runs a process in a container until it ends or the client goes; never rejects. */
export async function runProcess(request: ProcessRequest, session: ProcessSession): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  const forget = request.untilEnd(end);
  const { signal } = session.streams;
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    await session.report(await outcomeOf(request, { ...session.streams, signal: over.signal }));
  } catch {
    // The client is gone.
  } finally {
    forget();
    signal.removeEventListener('abort', end);
    end();
    session.close();
  }
}

async function outcomeOf({ kind, host, target, command }: ProcessRequest, streams: ProcessStreams): Promise<Outcome> {
  try {
    if (kind === 'exec') return { exitCode: await host.exec(target, command, streams) };
    await host.attach(target, streams);
    return { exitCode: 0 };
  } catch (error) {
    const doing = kind === 'exec' ? 'executing command in' : 'attaching to';
    return { error: `error ${doing} container: ${messageOfThrown(error)}` };
  }
}
