/**
 * Runs all work that is ready: resolves after `turns` turns of the host's event loop. Before each turn the host runs
 * promise chains of any length to their end, so one turn completes work that waits only for promises (such as an
 * in-process transport); a second turn covers work that goes through the event loop once. Does not wait for sockets or
 * files.
 *
 * Uses Node's immediate queue (a turn costs about a microsecond), or a message channel where there is none. Does not
 * use timers, which wait for real time and are replaced by test frameworks.
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
