import { createVirtualClock } from '@kb/apimachinery';
import { createChannel, silentLogger, type SourceContext, timerSource } from '@kb/runtime';

/** The defaults of sources. */
export async function sourceDefaults(): Promise<Record<string, string>> {
  return { 'createChannel bufferSize': String(await bufferSize()), ...(await turns()) };
}

/** How many events a channel accepts without a reader. */
async function bufferSize(): Promise<number> {
  const channel = createChannel<number>();
  const end = new AbortController();
  for (let sent = 0; ; sent += 1) {
    const before = channel.length;
    const sending = channel.send(sent, end.signal);
    if (channel.length > before) await sending;
    else {
      end.abort(new Error('enough'));
      await sending.catch(() => undefined);
      return before;
    }
  }
}

/** When a timer of 100 ms fires, with the largest random value. */
async function turns(): Promise<Record<string, string>> {
  const clock = createVirtualClock();
  const began = clock.now();
  const times: number[] = [];
  const end = new AbortController();
  const unused = (): never => {
    throw new Error('a timer does not need it');
  };
  const context: SourceContext = {
    controller: 'a',
    queue: { add: unused },
    deliver: () => void times.push(clock.now() - began),
    reads: { cached: unused },
    cluster: unused,
    signal: end.signal,
    clock,
    random: () => 0.99,
    log: silentLogger,
  };
  await timerSource({ every: 100 }, () => []).start(context);
  const immediately = times.length > 0;
  await clock.advance(300);
  end.abort();
  const [first = 0] = times;
  return {
    'timerSource jitter': String(first / 100 - 1),
    'timerSource immediately': String(immediately),
  };
}
