/**
 * Lets everything that is ready run: resolves after the host's event loop has turned `turns` times. Before each turn
 * the host runs promise chains of any length to their end, so one turn settles all work that waits for promises only
 * (an in-process transport does); the second covers work that itself hops once through the event loop. Work that waits
 * for sockets or files is not covered.
 *
 * Node's own immediate queue is used where there is one (a turn costs about a microsecond), else a message channel;
 * timers are not: they wait for real time and are the first thing that test frameworks replace.
 */
export async function settleEventLoop(turns = 2): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    const channel = new MessageChannel();
    const onMessage = (): void => {
      channel.port1.close();
      resolve();
    };
    channel.port1.addEventListener('message', onMessage, { once: true });
    channel.port1.start();
    channel.port2.postMessage(null);
  });
}
