import { parseObjectKey, shortened } from '@kb/apimachinery';
import { inspectedItem } from '../../inspection/run-recorder.ts';
import type { Causes } from '../causes/causes.ts';
import type { LoopGuard, ReconcileLoop } from '../loop-guard/loop-guard.ts';
import { logOfKey } from '../reconcile/reconcile-run.ts';
import type { RunEnvironment } from '../reconcile/run-environment.ts';
import type { HandedOut } from '../reconcile/run-reconcile.ts';

/** How many loops of a controller are logged at most, each with the first object that showed it. */
const MAX_LOGGED_LOOPS = 50;

/**
 * Returns a function that slows down reconcile loops. It returns true when a key that was handed out has to wait: it
 * then has put the key back into the queue.
 */
export function createLoopSlowdown(
  environment: RunEnvironment,
  causes: Causes,
  guard: LoopGuard,
): (handedOut: HandedOut) => boolean {
  const { queue, metrics, inspector } = environment;
  const loggedLoops = new Set<string>();
  /** Keys that wait because of the loop guard: their next run is not held back. */
  const heldBack = new Set<string>();

  const logLoop = (item: string, { fields, runs, repeats }: ReconcileLoop): void => {
    const field = fields.join(', ');
    const how = repeats ? 'to values that it had before' : 'to a new value each time';
    const loop = `${how}: ${field}`;
    if (loggedLoops.has(loop) || loggedLoops.size >= MAX_LOGGED_LOOPS) return;
    loggedLoops.add(loop);
    metrics?.loopDetected(field);
    const message = `Warning: reconcile loop: each run of the reconciler changes what wakes it again, ${how}`;
    logOfKey(environment, parseObjectKey(item)).info(message, { field, runs });
  };

  return (handedOut) => {
    const { item, priority } = handedOut;
    if (heldBack.delete(item)) return false;
    const loop = guard.check(item, handedOut.causes);
    if (!loop) return false;
    logLoop(item, loop);
    if (inspector.active) tellLoop(environment, item, loop);
    if (loop.delay === 0) return false;
    heldBack.add(item);
    causes.putBack(item, handedOut.causes);
    queue.done(item);
    queue.addWithOptions(item, { after: loop.delay, priority });
    return true;
  };
}

function tellLoop({ inspector, controller }: RunEnvironment, item: string, loop: ReconcileLoop): void {
  const { fields, runs, repeats, delay } = loop;
  inspector.publish(() => ({
    type: 'reconcile-loop',
    time: inspector.clock.now(),
    controller: controller.name,
    key: inspectedItem(item),
    fields: fields.map((field) => shortened(field, 300)),
    runs,
    repeats,
    delayMs: delay,
  }));
}
