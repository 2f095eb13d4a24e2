import { type Clock, formatGroupKind, monotonicNow, shortened } from '@kb/apimachinery';
import type { InspectedController, InspectedQueue } from '../../inspection/records.ts';
import { inspectedItem } from '../../inspection/run-recorder.ts';
import type { PriorityQueue } from '../../queue/priority-queue.ts';
import { placeText } from '../caller-place.ts';
import type { ResolvedControllerOptions } from '../controller-options.ts';
import type { Controller } from '../controller.ts';
import { kindSourceName } from '../source/kind-source.ts';
import { predicateName } from '../watch/predicate-name.ts';
import type { Predicate } from '../watch/watched-event.ts';

/** How many waiting keys are published. */
const MAX_WAITING = 100;
/** How many waiting keys are looked at, to tell those that are next. */
const MAX_COMPARED = 1000;
const MAX_PREDICATE = 300;

/** Describes a controller for an inspection. */
export function describeController(
  { name, resource, watches, sources, definedAt }: Controller,
  { maxConcurrentReconciles }: ResolvedControllerOptions,
): InspectedController {
  return {
    name,
    ...(resource && { groupKind: formatGroupKind(resource) }),
    sources: [
      ...watches.map((watch) => kindSourceName(watch.resource, watch.cluster)),
      ...sources.map((source) => source.name),
    ],
    predicates: [
      ...watches.map(({ predicates }) => predicates.map((predicate) => inspectedPredicate(predicate, predicates))),
      ...sources.map(() => []),
    ],
    workers: maxConcurrentReconciles,
    ...(definedAt && { definedAt: placeText(definedAt) }),
  };
}

function inspectedPredicate(predicate: Predicate, all: readonly Predicate[]): string {
  return shortened(predicateName(predicate, all), MAX_PREDICATE);
}

/** Describes the queue of a controller for an inspection. */
export function describeQueue(name: string, queue: PriorityQueue<string>, clock: Clock): InspectedQueue {
  const now = clock.now();
  const monotonic = monotonicNow(clock);
  const waiting = [...(queue.waitingItems?.(MAX_COMPARED) ?? [])].sort((a, b) => a.readyAt - b.readyAt);
  return {
    name,
    depth: queue.length,
    running: queue.handedOut ?? 0,
    waitingCount: queue.delayed,
    waiting: waiting.slice(0, MAX_WAITING).map(({ item, readyAt }) => ({
      key: inspectedItem(item),
      at: now + readyAt - monotonic,
      attempt: queue.numRequeues(item),
    })),
  };
}
